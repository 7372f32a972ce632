/**
 * gNMI servers that obey the published rules of network operating systems, each before some {@link
 * io.losslab.services.product.ProductHardware}. Where no source tells a status or its text, the
 * server has a plain one of its own.
 */
package io.losslab.services.product;

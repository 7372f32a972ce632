/**
 * Commodity switches against gNMI servers that obey the published rules of their systems. Where no
 * source tells a status or its text, the server has a plain one of its own.
 */
package io.losslab.devices.commodity;

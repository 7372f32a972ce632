/**
 * gNMI of a software switch: Capabilities, Get, Set and Subscribe over the data tree in {@code
 * tree}. Knows neither the fabric nor its thread, but a {@link
 * io.losslab.services.gnmi.ManagedSwitch}.
 */
package io.losslab.services.gnmi;

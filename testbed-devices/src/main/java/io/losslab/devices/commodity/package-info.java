/** Kind {@code commodity}: switches that are set over gNMI. */
package io.losslab.devices.commodity;

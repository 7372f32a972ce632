/** Kind {@code host}: servers that send and receive. */
package io.losslab.devices.host;

/** Kind {@code labelled}, which a test adds: switches with a panel that shows a label. */
package io.losslab.devices.labelled;

/**
 * Where hosts are real: their frames come in here and go out to a {@code FrameTaker}. Closed while
 * hosts are simulated.
 */
package io.losslab.softswitch.fabric.edge;

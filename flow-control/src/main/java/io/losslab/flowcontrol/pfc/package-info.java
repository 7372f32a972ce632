/**
 * Priority-based Flow Control (IEEE 802.1Qbb): thresholds on ingress bytes, pause frames with
 * quanta, and the responder that every sender runs, whichever scheme paused it.
 */
package io.losslab.flowcontrol.pfc;

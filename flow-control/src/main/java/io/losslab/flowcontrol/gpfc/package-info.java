/**
 * G-PFC, packet-priority aware PFC: a lower threshold on the bytes of a port pauses its priorities
 * from the lowest up, so that high ones are paused later.
 *
 * <p>An approximation: G-PFC's own paper was not at hand, only what the OFC paper says of it
 * (sections IV-A4 and V); the lower threshold is OFC's X^c_OFF, the steps are ours. The highest
 * controlled priority is left to ordinary PFC, so that with a single priority G-PFC is PFC.
 */
package io.losslab.flowcontrol.gpfc;

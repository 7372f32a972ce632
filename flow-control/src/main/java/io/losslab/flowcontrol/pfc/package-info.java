/**
 * Priority-based Flow Control (IEEE 802.1Qbb): static and dynamic thresholds on ingress bytes,
 * which pause frames of {@code pause} enforce.
 */
package io.losslab.flowcontrol.pfc;

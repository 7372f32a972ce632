/**
 * Frames in memory of any kind, read, written and changed in place: RoCEv2 with its checksums. The
 * agent and the fabric, virtual and live, have their frames from here; sizes without bytes are
 * those of {@link io.losslab.api.frame.RoceFrame}.
 */
package io.losslab.roce.frame;

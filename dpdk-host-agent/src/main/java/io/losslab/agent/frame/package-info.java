/**
 * Frames in packet memory, read and written in place: RoCEv2 with its checksums, and what a class
 * or a flow is told by. Knows no port and no queue.
 */
package io.losslab.agent.frame;

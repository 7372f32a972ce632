/**
 * The host's own traffic: queue pairs that post messages as the virtual fabric's hosts do, cut into
 * RoCEv2 packets, acknowledged, retransmitted by Go-Back-N or IRN where they are lost, held to a
 * rate by a congestion control, and logged with the receiver's time. May use the frames, queues and
 * flows of the agent; knows no gRPC.
 */
package io.losslab.agent.traffic;

/**
 * The host as flow-control schemes see it: the agent's {@link io.losslab.flowcontrol.DataPlane}
 * over its real queues, control frames in and out, timers and flows. The schemes are those of the
 * virtual fabric's hosts, unchanged. Owned by the data thread.
 */
package io.losslab.agent.plane;

/**
 * The agent's egress queues: which class a frame is of, who waits where, and who goes next. Knows
 * packet buffers by their addresses; calls the scheme of a port, and no port itself.
 */
package io.losslab.agent.queue;

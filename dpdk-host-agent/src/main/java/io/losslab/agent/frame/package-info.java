/**
 * Frames where DPDK keeps them: the packet memory that frames are read and written in, and what a
 * class or a link is told by. Knows no port and no queue.
 */
package io.losslab.agent.frame;

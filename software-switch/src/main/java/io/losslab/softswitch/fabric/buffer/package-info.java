/**
 * The packet memory of switches: who may have how much of it ({@code SharedBuffers}), which packets
 * are marked for it, and what has passed its queues. Uses the numbers of ports only.
 */
package io.losslab.softswitch.fabric.buffer;

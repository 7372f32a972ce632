/**
 * SWING, a baseline of the Bifrost paper (sections II-A and VI-B): relay boxes with much memory at
 * both ends of a long link pass PFC on ahead of the queues. A relay is a switch of two ports, one
 * to its neighbour and one to the far relay; the adjacent switches run plain PFC.
 *
 * <p>An approximation, since the paper says little of its inside. What it says: 287 MB of memory,
 * XOFF and XON of 198 KB, and that the relay forwards the signal. Chosen here: a relay pauses the
 * far end of a port while its own ingress queue there is over XOFF, or while the neighbour at the
 * other port holds a pause on it, or both ({@code trigger}); it sends a pause of its own for either
 * and refreshes it, since the two links' quanta differ, and resumes when neither is left; it obeys
 * pauses itself as any PFC sender. The paper's 287 MB is XOFF and one Delta of its link, so the
 * buffer follows from the link unless given. The relay's own delay of a microsecond is the
 * topology's matter.
 */
package io.losslab.flowcontrol.swing;

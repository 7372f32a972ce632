/**
 * OFC, original-congestion based fine-grained flow control (Xiao et al., sections III and IV):
 * PAUSE frames name the flows, source and destination, that meet the congestion at its origin; an
 * upstream port moves these out of the way of the others and keeps every flow in order with three
 * queues.
 *
 * <p>Where Algorithms 1 to 3 are silent or contradict themselves:
 *
 * <ul>
 *   <li>Algorithm 1 runs when a packet leaves too; a RESUME could not be sent otherwise. Nothing is
 *       resumed where nothing was paused.
 *   <li>A PAUSE adds to what was paused before, and names only what is new; the printed line 14
 *       would forget flows, which then no RESUME ends.
 *   <li>At X_OFF all flows are paused by a flag instead of by the list of those buffered, so that
 *       flows that start later are paused too. The flag is not passed on: a port held by it passes
 *       on the flows that it buffers.
 *   <li>A flow is a source-destination pair, which the sizes of Table II are those of, or with
 *       {@code flowKey: fiveTuple} the 5-tuple that section III begins with.
 *   <li>Flows of a pair that come by different ports are counted apart, so that a PAUSE names to an
 *       upstream only what comes from it.
 *   <li>The printed Rotate, modulo 2, never reaches the second backup queue. Here, at a RESUME, the
 *       paused queue becomes the one that is served and the empty backup the one that parks; when
 *       the order mark comes out the normal queue is served again and the parking queue stays.
 *   <li>The order mark is a count: nothing joins a queue while it is served before the normal one,
 *       so a copy of the RESUME at its tail comes out exactly when the packets counted ahead of it
 *       have left, and with none ahead at once.
 *   <li>A RESUME that comes before the mark is out waits for it; until then its flows stay paused.
 *       A PAUSE acts at once and takes back what waits.
 *   <li>A port of the device without OFC has no tables to name flows from: what waits there counts
 *       for its ingress, q_in, and pauses all flows at X_OFF.
 *   <li>Each port keeps the flows that its own downstream paused, so that a flow paused at two
 *       ports is resumed at each on its own.
 *   <li>Each priority has its own tables and queues: priority p uses queue p and backups 8 + 2p and
 *       9 + 2p.
 *   <li>Frames carry the congested port for the analysis; no decision reads it.
 *   <li>Table sizes count 12, 8 and 8 bytes an entry: two addresses and a count, two addresses;
 *       with 5-tuples 17, 13 and 13. The testbed's averages in Table II are whole multiples of
 *       these. Cuckoo hashing and its compression are not modelled.
 * </ul>
 *
 * <p>Ingress and egress bytes of a priority are counted here, since the device knows them over all
 * priorities. Moves between queues take no line time and are counted. Deadlock is made rarer, not
 * excluded.
 */
package io.losslab.flowcontrol.ofc;

/**
 * The P4Runtime server of the software switches: arbitration, pipelines, entities, packets and
 * digests of many devices, by the P4Runtime specification 1.5. A device runs any program that
 * contains the forwarding program, known by the names in the P4Info: {@code ingress.routes}, {@code
 * ingress.forward} and {@code ingress.ecmp} are carried out by a {@link
 * io.losslab.services.p4runtime.forwarding.ForwardingPlane}, {@code ingress.rx} and {@code
 * egress.tx} count its ports, {@code packet_out} sends any frame out of a port, {@code packet_in}
 * brings LLDP frames, and the digest {@code pause_events} reports its paused queues. All else that
 * a program declares is checked against the P4Info, kept, and read back, but no packet is processed
 * by it. With BMv2 JSON as its device config, packets are processed by the program itself. Uses
 * {@code program}, {@code forwarding}, {@code entity}, the stubs of {@code testbed-api}, and gRPC.
 *
 * <p>Served: exact, LPM, ternary, range and optional keys; default entries; action profiles and
 * selectors with members, groups and one-shot sets; direct and indirect counters and meters;
 * registers; multicast groups and clone sessions; value sets; digests; packet I/O; batches that go
 * on, roll back, or are atomic for packets (routes change between two slices of virtual time, all
 * at once); reads with all wildcards; details for every update that fails.
 *
 * <p>Every role that a controller names has an election of its own and access to the whole
 * pipeline; a role's config is refused.
 *
 * <p>Of programs in BMv2 JSON also: entries of the program itself, constant or not; idle timeouts
 * of at least 1 us, exact in virtual time; digests and value sets that packets meet.
 *
 * <p>Refused, with a message that says so: programs of another architecture; tables of the
 * forwarding program with entries in the program itself or with idle timeouts; externs; match kinds
 * of an architecture; colour counters of meters; varbit and stacks of headers in registers and
 * digests; random selection; and routes to an empty group. Values longer than canonical are
 * accepted, as the specification asks, and read back canonical. Links never go down, so a watched
 * port excludes no member. Updates that a batch rolls back, or does not try any more, have the code
 * ABORTED.
 */
package io.losslab.services.p4runtime;

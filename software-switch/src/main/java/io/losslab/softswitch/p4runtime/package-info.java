/**
 * The P4Runtime server of the software switches: arbitration, pipelines, table entries and counters
 * of many devices, by the P4Runtime specification 1.5. It runs one program, the forwarding program
 * of the project, which it knows by the names in the P4Info it is given, and drives a {@link
 * io.losslab.softswitch.p4runtime.ForwardingPlane}. Uses the stubs of {@code testbed-api} and gRPC.
 *
 * <p>Not served: roles other than the default one, batches that roll back, action profile members
 * and groups (only one-shot action sets), watch ports, packet I/O, digests, meters, registers.
 */
package io.losslab.softswitch.p4runtime;

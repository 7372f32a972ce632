/**
 * The virtual fabric: switches, links and hosts in virtual time, one thread, deterministic for a
 * seed.
 *
 * <p>{@link io.losslab.softswitch.fabric.Fabric} makes the parts of the rooms below and wires them,
 * each with those it needs; only callers outside hold the fabric itself. Time is picoseconds inside
 * and nanoseconds at the border. Uses {@code flow-control} for what a switch decides.
 */
package io.losslab.softswitch.fabric;

/**
 * The virtual fabric: switches, links and hosts in virtual time, one thread, deterministic for a
 * seed.
 *
 * <p>Read {@link io.losslab.softswitch.fabric.Fabric} first. Packets and events are records of four
 * longs in one array ({@code Records}); whatever is in flight hangs in a timing wheel, whatever is
 * buffered in a queue of its port ({@code Ports}). Time is picoseconds inside and nanoseconds at
 * the border. Uses {@code flow-control} for what a switch decides.
 */
package io.losslab.softswitch.fabric;

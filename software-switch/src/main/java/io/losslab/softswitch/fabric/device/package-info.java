/**
 * What a device does with whatever arrives: forwards and buffers packets ({@code Forwarding}),
 * serves lines that are free, obeys or hands on flow-control frames, and what schemes see of it all
 * ({@code DevicePlanes}). {@code EventLoop} hands every record to one of them. Uses all rooms but
 * {@code capture}.
 */
package io.losslab.softswitch.fabric.device;

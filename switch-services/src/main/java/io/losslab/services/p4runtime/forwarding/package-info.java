/**
 * The pipeline of a device: a program's entities, and the part of them that a {@link
 * io.losslab.services.p4runtime.forwarding.ForwardingPlane} carries out, namely the routes, the
 * ports and their counters. A pipeline that replaces another takes over its entries where the
 * program allows it.
 */
package io.losslab.services.p4runtime.forwarding;

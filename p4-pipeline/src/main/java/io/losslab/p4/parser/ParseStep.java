package io.losslab.p4.parser;

import io.losslab.p4.packet.PacketState;

/** One operation of a parser state. */
@FunctionalInterface
interface ParseStep {
    int FINE = -1;

    /** Does it; returns {@link #FINE} or the code of the error that ends parsing. */
    int run(PacketState packet);
}

package io.losslab.driver.bfrt;

import java.util.Map;

/** An indirect counter of a program. */
public final class CounterTable {
    private static final String INDEX = "$COUNTER_INDEX";
    private static final String PACKETS = "$COUNTER_SPEC_PKTS";
    private static final String BYTES = "$COUNTER_SPEC_BYTES";

    private final BfRtClient client;
    private final String table;

    /** A counter of packets and bytes of the program that the client is bound to. */
    public CounterTable(BfRtClient client, String table) {
        this.client = client;
        this.table = table;
    }

    /** Packets counted at an index, from the chip. */
    public long packets(int index) {
        return read(index).number(PACKETS);
    }

    /** Bytes counted at an index, from the chip. */
    public long bytes(int index) {
        return read(index).number(BYTES);
    }

    private TableRow read(int index) {
        return client.read(BfRtClient.ALL_PIPES, table, Map.of(INDEX, (long) index));
    }
}

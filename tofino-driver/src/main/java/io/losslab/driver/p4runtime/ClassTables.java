package io.losslab.driver.p4runtime;

import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.TableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The class tables of program {@code pfc_forward} for Tofino2: priority i, by PCP or by the class
 * selector of the DSCP (RFC 2474, 4.2.2), has priority group class i and queue i. Immutable.
 */
public final class ClassTables {
    private static final int PRIORITIES = 8;
    private static final int SELECTOR_SHIFT = 3;

    private final P4Info p4Info;

    /** The tables of a program that has them. */
    public ClassTables(P4Info p4Info) {
        this.p4Info = p4Info;
    }

    /**
     * All entries, by table and priority.
     *
     * @throws NoSuchElementException where the program has no such tables
     */
    public List<TableEntry> entries() {
        List<TableEntry> entries = new ArrayList<>();
        for (int priority = 0; priority < PRIORITIES; priority++) {
            entries.add(entry("ingress.pcp_classes", "hdr.vlan.pcp", priority, priority));
        }
        for (int priority = 0; priority < PRIORITIES; priority++) {
            int selector = priority << SELECTOR_SHIFT;
            entries.add(entry("ingress.dscp_classes", "hdr.ipv4.dscp", selector, priority));
        }
        return entries;
    }

    private TableEntry entry(String table, String field, int key, int priority) {
        return ProgramEntry.in(p4Info, table)
                .exact(field, key)
                .doing("ingress.set_class")
                .with("ingress_cos", priority)
                .with("queue", priority)
                .build();
    }
}

package io.losslab.driver.p4runtime;

import io.losslab.api.frame.ClassMap;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.TableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The class tables of the programs {@code pfc_forward}: the class that a PCP or a DSCP stands for
 * has a queue, which v1model calls a priority, and on a Tofino2, as the chip sends PFC for an iCoS
 * by its own number, the PCP as its iCoS. Immutable.
 */
public final class ClassTables {
    private final P4Info p4Info;
    private final ClassMap classes;

    /** The tables of a program that has them. */
    public ClassTables(P4Info p4Info, ClassMap classes) {
        this.p4Info = p4Info;
        this.classes = classes;
    }

    /**
     * All entries, by table and priority.
     *
     * @throws NoSuchElementException where the program has no such tables
     */
    public List<TableEntry> entries() {
        List<TableEntry> entries = new ArrayList<>();
        for (ClassMap.Entry each : classes.entries()) {
            entries.add(entry("ingress.pcp_classes", "hdr.vlan.pcp", each.pcp(), each));
        }
        for (ClassMap.Entry each : classes.entries()) {
            entries.add(entry("ingress.dscp_classes", "hdr.ipv4.dscp", each.dscp(), each));
        }
        return entries;
    }

    private TableEntry entry(String table, String field, int key, ClassMap.Entry entry) {
        ProgramEntry classified =
                ProgramEntry.in(p4Info, table).exact(field, key).doing("ingress.set_class");
        return p4Info.getPkgInfo().getArch().equals("v1model")
                ? classified.with("priority", entry.queue()).build()
                : classified.with("ingress_cos", entry.pcp()).with("queue", entry.queue()).build();
    }
}

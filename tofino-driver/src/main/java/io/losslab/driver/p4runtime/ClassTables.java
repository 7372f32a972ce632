package io.losslab.driver.p4runtime;

import io.losslab.proto.p4.config.v1.Action;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.TableAction;
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
            entries.add(entry("ingress.pcp_classes", priority, priority));
        }
        for (int priority = 0; priority < PRIORITIES; priority++) {
            entries.add(entry("ingress.dscp_classes", priority << SELECTOR_SHIFT, priority));
        }
        return entries;
    }

    private TableEntry entry(String tableName, int key, int priority) {
        Table table =
                p4Info.getTablesList().stream()
                        .filter(each -> each.getPreamble().getName().equals(tableName))
                        .findFirst()
                        .orElseThrow(() -> new NoSuchElementException("no table " + tableName));
        return TableEntry.newBuilder()
                .setTableId(table.getPreamble().getId())
                .addMatch(ForwardProgram.exact(table.getMatchFields(0).getId(), key))
                .setAction(TableAction.newBuilder().setAction(setClass(priority)))
                .build();
    }

    private io.losslab.proto.p4.v1.Action setClass(int priority) {
        Action action =
                p4Info.getActionsList().stream()
                        .filter(each -> each.getPreamble().getName().equals("ingress.set_class"))
                        .findFirst()
                        .orElseThrow(
                                () -> new NoSuchElementException("no action ingress.set_class"));
        io.losslab.proto.p4.v1.Action.Builder call =
                io.losslab.proto.p4.v1.Action.newBuilder()
                        .setActionId(action.getPreamble().getId());
        for (Action.Param param : action.getParamsList()) {
            call.addParamsBuilder()
                    .setParamId(param.getId())
                    .setValue(ForwardProgram.canonical(priority));
        }
        return call.build();
    }
}

package io.losslab.driver.p4runtime.program;

import io.losslab.proto.p4.config.v1.Action;
import io.losslab.proto.p4.config.v1.ActionProfile;
import io.losslab.proto.p4.config.v1.ActionRef;
import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.config.v1.Register;
import io.losslab.proto.p4.config.v1.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a P4Info offers a controller, one line for each object. */
final class P4InfoObjects {
    private static final String NO_ACTION = "NoAction";

    private P4InfoObjects() {}

    static Set<String> of(P4Info info) {
        Map<Integer, String> actionNames = new HashMap<>();
        Set<String> lines = new TreeSet<>();
        for (Action action : info.getActionsList()) {
            actionNames.put(action.getPreamble().getId(), action.getPreamble().getName());
            if (!action.getPreamble().getName().equals(NO_ACTION)) {
                lines.add(line(action));
            }
        }
        for (Table table : info.getTablesList()) {
            lines.add(line(table, actionNames));
        }
        for (Counter counter : info.getCountersList()) {
            lines.add(
                    "counter %s %s size %d"
                            .formatted(
                                    named(counter.getPreamble()),
                                    counter.getSpec().getUnit(),
                                    counter.getSize()));
        }
        for (Register register : info.getRegistersList()) {
            lines.add(
                    "register %s %d size %d"
                            .formatted(
                                    named(register.getPreamble()),
                                    register.getTypeSpec().getBitstring().getBit().getBitwidth(),
                                    register.getSize()));
        }
        for (ActionProfile profile : info.getActionProfilesList()) {
            lines.add(
                    "profile %s size %d"
                            .formatted(named(profile.getPreamble()), profile.getSize()));
        }
        return lines;
    }

    /**
     * The lines of a program for t2na, to compare with what its compiler wrote: ids of tables and
     * actions are ours; those of externs are the compiler's, as t2na's take no {@code @id}.
     */
    static String withoutExternIds(Set<String> objects) {
        Set<String> lines = new TreeSet<>();
        for (String object : objects) {
            lines.add(object.replaceFirst("^(register|counter|profile) [0-9a-f]{8} ", "$1 "));
        }
        return String.join("\n", lines);
    }

    /** Every object's preamble. */
    static List<Preamble> preambles(P4Info info) {
        List<Preamble> all = new ArrayList<>();
        info.getTablesList().forEach(it -> all.add(it.getPreamble()));
        info.getActionsList().forEach(it -> all.add(it.getPreamble()));
        info.getCountersList().forEach(it -> all.add(it.getPreamble()));
        info.getRegistersList().forEach(it -> all.add(it.getPreamble()));
        info.getActionProfilesList().forEach(it -> all.add(it.getPreamble()));
        return all;
    }

    private static String line(Action action) {
        List<String> params = new ArrayList<>();
        for (Action.Param param : action.getParamsList()) {
            params.add(param.getName() + " " + param.getBitwidth());
        }
        return "action %s %s".formatted(named(action.getPreamble()), params);
    }

    private static String line(Table table, Map<Integer, String> actionNames) {
        List<String> keys = new ArrayList<>();
        for (MatchField field : table.getMatchFieldsList()) {
            String kind = field.getMatchType().name().toLowerCase(Locale.ROOT);
            keys.add(field.getName() + " " + field.getBitwidth() + " " + kind);
        }
        Set<String> actions = new TreeSet<>();
        for (ActionRef action : table.getActionRefsList()) {
            actions.add(actionNames.get(action.getId()));
        }
        return "table %s %s %s size %d"
                .formatted(named(table.getPreamble()), keys, actions, table.getSize());
    }

    private static String named(Preamble preamble) {
        return "%08x %s".formatted(preamble.getId(), preamble.getName());
    }
}

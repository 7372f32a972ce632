package io.losslab.devices.nic.setting;

import io.losslab.devices.nic.tool.Dcb;
import io.losslab.devices.nic.tool.MlnxQos;
import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.nic.tool.QosTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether a NIC takes the priority of a packet from its DSCP, and which. Drivers of the kernel
 * trust DSCPs while there is at least one in their table.
 */
public final class TrustSetting implements NicSetting {
    public static final String TRUST = "trust";
    public static final String DSCP = "dscp";

    /** Priorities of some DSCPs; what others are mapped to does not matter. */
    public static final String CLASSES = "classes";

    private static final String PCP = "pcp";

    /** Priorities of all DSCPs. */
    private static final String MAP = "map";

    private static final String NONE = "none";

    @Override
    public String name() {
        return "trust";
    }

    @Override
    public Map<String, String> read(NicPort nic, NicAnswers answers) {
        Map<String, String> values = new TreeMap<>();
        tool(answers)
                .flatMap(QosTool::dscp)
                .ifPresent(
                        map -> {
                            String all = text(map);
                            values.put(MAP, all);
                            values.put(CLASSES, all);
                            values.put(
                                    TRUST, answers.get("trust").orElse(map.isEmpty() ? PCP : DSCP));
                        });
        return values;
    }

    @Override
    public String reason(NicAnswers answers) {
        return answers.get("trust").isPresent()
                ? "the driver keeps it in sysfs, which mlnx_qos sets: " + answers.reason("mlnx")
                : "dcb app: %s; mlnx_qos: %s"
                        .formatted(answers.reason("app"), answers.reason("mlnx"));
    }

    @Override
    public Map<String, String> open(NicState present, NicState wanted) {
        Map<String, String> open = new TreeMap<>(wanted.differingFrom(present));
        if (wanted.values().containsKey(MAP)) {
            open.remove(CLASSES);
        } else if (present.values().containsKey(MAP)) {
            Map<Integer, Set<Integer>> now = map(present.values().get(MAP));
            if (map(wanted.values().get(CLASSES)).entrySet().stream()
                    .allMatch(entry -> entry.getValue().equals(now.get(entry.getKey())))) {
                open.remove(CLASSES);
            }
        }
        return open;
    }

    @Override
    public boolean hasRounds() {
        return true;
    }

    /** What is missing is added first, so that the table is never empty between. */
    @Override
    public List<String> commands(
            NicPort nic, NicAnswers answers, NicState present, Map<String, String> open) {
        QosTool tool = tool(answers).orElseThrow();
        boolean all = open.containsKey(MAP);
        Map<Integer, Set<Integer>> now = map(present.values().get(MAP));
        Map<Integer, Set<Integer>> wanted =
                map(open.getOrDefault(MAP, open.getOrDefault(CLASSES, NONE)));
        List<String> commands = new ArrayList<>();
        Map<Integer, Integer> missing = without(wanted, now);
        if (!missing.isEmpty()) {
            commands.addAll(tool.addDscp(missing));
        } else {
            Map<Integer, Integer> extra = without(now, wanted);
            extra.keySet().removeIf(dscp -> !all && !wanted.containsKey(dscp));
            if (!extra.isEmpty()) {
                commands.addAll(tool.removeDscp(extra));
            }
        }
        if (open.containsKey(TRUST) && tool instanceof MlnxQos mlnx && mlnx.isInSysfs()) {
            commands.add(mlnx.setTrust(open.get(TRUST)));
        }
        return commands.stream().map(command -> "$root " + command).toList();
    }

    /** Entries of a table that another does not have, one for each DSCP. */
    private static Map<Integer, Integer> without(
            Map<Integer, Set<Integer>> some, Map<Integer, Set<Integer>> others) {
        Map<Integer, Integer> rest = new TreeMap<>();
        some.forEach(
                (dscp, priorities) ->
                        priorities.stream()
                                .filter(each -> !others.getOrDefault(dscp, Set.of()).contains(each))
                                .findFirst()
                                .ifPresent(priority -> rest.put(dscp, priority)));
        return rest;
    }

    private static Optional<QosTool> tool(NicAnswers answers) {
        return answers.networkInterface()
                .flatMap(
                        network -> {
                            QosTool dcb = new Dcb(answers, network);
                            QosTool mlnx = new MlnxQos(answers, network);
                            boolean sysfs = answers.get("trust").isPresent();
                            boolean has = answers.get("mlnx").isPresent();
                            if (sysfs) {
                                return has ? Optional.of(mlnx) : Optional.empty();
                            }
                            return dcb.dscp().isPresent()
                                    ? Optional.of(dcb)
                                    : mlnx.dscp().map(map -> mlnx);
                        });
    }

    /** {@code 24:3 32:4}. */
    public static String text(Map<Integer, Set<Integer>> map) {
        String text =
                map.entrySet().stream()
                        .flatMap(
                                entry ->
                                        entry.getValue().stream()
                                                .sorted()
                                                .map(each -> entry.getKey() + ":" + each))
                        .collect(Collectors.joining(" "));
        return text.isEmpty() ? NONE : text;
    }

    private static Map<Integer, Set<Integer>> map(String text) {
        Map<Integer, Set<Integer>> map = new TreeMap<>();
        if (!text.equals(NONE)) {
            for (String entry : text.split(" ", -1)) {
                String[] pair = entry.split(":", -1);
                map.computeIfAbsent(Integer.parseInt(pair[0]), any -> new java.util.TreeSet<>())
                        .add(Integer.parseInt(pair[1]));
            }
        }
        return map;
    }
}

package io.losslab.devices.sonic;

import io.losslab.api.digest.Sha256;
import io.losslab.api.frame.ClassMap;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.Assignment;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.sonic.configdb.ConfigRows;
import io.losslab.devices.sonic.configdb.ConfigTable;
import io.losslab.flowcontrol.hardware.HardwareScheme;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What an experiment asks of a SONiC switch as rows of CONFIG_DB. Profiles are named by their
 * content: SONiC takes new ones, but few changes of those that are in use. Pure; for one switch.
 */
final class QosPlan {
    private static final HardwareScheme PFC = SchemeTypes.IN_HARDWARE;
    private static final int ALL = (1 << PriorityMask.COUNT) - 1;

    /** The one row of CABLE_LENGTH that SONiC has. */
    private static final String CABLES = "AZURE";

    /** What names of profiles of lossless groups begin with. */
    private static final String LOSSLESS = "losslab_pfc_";

    /** Field of rows of BUFFER_PG and BUFFER_QUEUE. */
    private static final String PROFILE = "profile";

    /** Field of a row of QUEUE. */
    private static final String MARKING = "wred_profile";

    private static final int NAME_DIGITS = 12;

    private final Device device;
    private final SonicKeys keys;
    private final ClassMap classes;
    private final Map<String, Optional<PfcSettings>> pfc = new LinkedHashMap<>();
    private final Map<String, EcnConfig> ecn = new LinkedHashMap<>();

    /**
     * Takes up what is asked.
     *
     * @throws CommandFailure where a port is to run what a SONiC switch does not
     */
    QosPlan(Assignment assignment) {
        this.device = assignment.device();
        this.keys = device.settings(SonicKeys.class);
        this.classes = assignment.classes();
        for (SwitchPlan plan : assignment.switches()) {
            for (PortFlowControl port : plan.config().getPortsList()) {
                String name = name(assignment, plan, port.getPort());
                pfc.put(name, pfc(plan, name, port));
            }
            plan.config()
                    .getEcnMap()
                    .forEach((port, marking) -> ecn.put(name(assignment, plan, port), marking));
        }
        requireOneThreshold();
    }

    private static String name(Assignment assignment, SwitchPlan plan, int port) {
        return assignment.binding().end(new PortRef(plan.node(), port)).port().name();
    }

    private Optional<PfcSettings> pfc(SwitchPlan plan, String name, PortFlowControl port) {
        for (NamedScheme scheme : port.getSchemesList()) {
            if (!scheme.getName().equals(PFC.name())) {
                throw CommandFailure.usage(
                        "%s: a SONiC switch does not support %s"
                                .formatted(place(name), scheme.getName()),
                        "map %s to a softwareSwitch, or choose pfc or bifrost"
                                .formatted(plan.node().name()));
            }
        }
        return port.getSchemesList().stream()
                .findFirst()
                .map(scheme -> PfcSettings.of(new Settings(scheme.getSettingsMap())));
    }

    /** The pool's mode is one for all ports. */
    private void requireOneThreshold() {
        Map<PfcSettings.Threshold, String> first = new HashMap<>();
        pfc.forEach(
                (port, settings) ->
                        settings.ifPresent(own -> first.putIfAbsent(own.threshold(), port)));
        if (first.size() > 1) {
            throw CommandFailure.usage(
                    "%s: 'threshold: dynamic' on port %s and 'threshold: static' on port %s cannot share the pool %s of a SONiC switch"
                            .formatted(
                                    device.name(),
                                    first.get(PfcSettings.Threshold.DYNAMIC),
                                    first.get(PfcSettings.Threshold.STATIC),
                                    keys.losslessPool()),
                    "give pfc of all links of the switch the same 'threshold'");
        }
    }

    /**
     * All rows.
     *
     * @throws CommandFailure where SONiC cannot express a setting
     */
    List<ConfigRows> rows() {
        int lossless = lossless();
        ClassTables tables = new ClassTables(classes, lossless);
        requireOwnGroups(lossless, tables);
        Map<String, ConfigRows> rows = new LinkedHashMap<>();
        put(rows, tables.maps());
        put(rows, List.of(withoutCables()));
        pfc.forEach(
                (port, settings) -> {
                    put(rows, List.of(ConfigRows.kept(ConfigTable.PORT, port)));
                    put(rows, List.of(bound(port, tables, settings)));
                    settings.ifPresent(own -> put(rows, lossless(port, own)));
                    put(rows, groups(port, tables, settings));
                    put(rows, List.of(marking(port, Map.of())));
                });
        int marked = lossless == 0 ? ALL : lossless;
        ecn.forEach((port, marking) -> put(rows, marking(port, marking, marked)));
        return List.copyOf(rows.values());
    }

    private static void put(Map<String, ConfigRows> rows, List<ConfigRows> more) {
        more.forEach(each -> rows.put(each.table() + "|" + each.scope(), each));
    }

    /** A group that pauses must have no packets of classes that are not to be paused. */
    private void requireOwnGroups(int lossless, ClassTables tables) {
        for (int paused : PriorityMask.list(lossless)) {
            for (int other : PriorityMask.list(ALL & ~lossless)) {
                if (tables.group(paused) == tables.group(other)) {
                    throw CommandFailure.usage(
                            "%s: class %d, which runs pfc, shares priority group %d with class %d, which does not"
                                    .formatted(device.name(), paused, tables.group(paused), other),
                            "set another 'priorityGroup' for class %d in 'classes' of the testbed"
                                    .formatted(other));
                }
            }
        }
    }

    /** Classes that run PFC at some port. */
    private int lossless() {
        return pfc.values().stream()
                .flatMap(Optional::stream)
                .mapToInt(PfcSettings::priorities)
                .reduce(0, (one, other) -> one | other);
    }

    /**
     * Without a cable, ports keep the profiles that they are given: the buffer manager binds their
     * lossless groups to its own whenever it hears of a port, and a patch of BUFFER_PG ends with
     * that. Source: BufferMgr::doSpeedUpdateTask in buffermgr.cpp of sonic-swss; refreshPgsForPort
     * in buffermgrdyn.cpp takes buffer only from groups whose profiles it calculates.
     */
    private ConfigRows withoutCables() {
        Map<String, String> lengths = new TreeMap<>();
        pfc.keySet().forEach(port -> lengths.put(port, ConfigTable.NO_CABLE));
        return ConfigRows.merged(ConfigTable.CABLE_LENGTH, CABLES, lengths);
    }

    private ConfigRows bound(String port, ClassTables tables, Optional<PfcSettings> settings) {
        Map<String, String> fields = new TreeMap<>(tables.binding());
        fields.put(
                "pfc_enable",
                PriorityMask.list(settings.map(PfcSettings::priorities).orElse(0)).stream()
                        .map(priority -> classes.of(priority).pcp())
                        .sorted()
                        .map(String::valueOf)
                        .collect(Collectors.joining(",")));
        return ConfigRows.merged(ConfigTable.PORT_QOS_MAP, port, fields);
    }

    /**
     * A group that packets enter needs a buffer: SONiC gives one to groups 0, 3 and 4 by itself,
     * and a chip drops all that enters another.
     */
    private List<ConfigRows> groups(
            String port, ClassTables tables, Optional<PfcSettings> settings) {
        if (tables.groups().equals(Set.of(0))) {
            return List.of();
        }
        Map<Integer, Map<String, String>> groups = new TreeMap<>();
        for (int group : tables.groups()) {
            groups.put(group, Map.of(PROFILE, keys.lossyGroupProfile()));
        }
        settings.ifPresent(
                own -> {
                    String profile = named(LOSSLESS, buffer(port, own));
                    for (int priority : PriorityMask.list(own.priorities())) {
                        groups.put(tables.group(priority), Map.of(PROFILE, profile));
                    }
                });
        return List.of(
                ConfigRows.required(ConfigTable.BUFFER_PROFILE, keys.lossyGroupProfile(), Map.of()),
                ConfigRows.indexed(ConfigTable.BUFFER_PG, port, groups));
    }

    private Map<String, String> buffer(String port, PfcSettings settings) {
        return BufferProfile.fields(place(port), settings, keys.losslessPool());
    }

    private List<ConfigRows> lossless(String port, PfcSettings settings) {
        Map<String, String> fields = buffer(port, settings);
        Map<Integer, Map<String, String>> queues = new TreeMap<>();
        for (int priority : PriorityMask.list(settings.priorities())) {
            queues.put(classes.of(priority).queue(), Map.of(PROFILE, keys.losslessQueueProfile()));
        }
        String mode = settings.threshold() == PfcSettings.Threshold.STATIC ? "static" : "dynamic";
        List<ConfigRows> rows = new ArrayList<>();
        rows.add(
                ConfigRows.required(
                        ConfigTable.BUFFER_POOL, keys.losslessPool(), Map.of("mode", mode)));
        rows.add(
                ConfigRows.required(
                        ConfigTable.BUFFER_PROFILE, keys.losslessQueueProfile(), Map.of()));
        rows.add(ConfigRows.restored(ConfigTable.BUFFER_PROFILE, ConfigTable.GENERATED_PROFILES));
        rows.add(ConfigRows.lossless(named(LOSSLESS, fields), fields));
        rows.add(ConfigRows.indexed(ConfigTable.BUFFER_QUEUE, port, queues));
        if (keys.watchdog() == SonicKeys.Watchdog.OFF) {
            rows.add(ConfigRows.none(ConfigTable.PFC_WD, port));
        }
        return rows;
    }

    private List<ConfigRows> marking(String port, EcnConfig marking, int marked) {
        Map<String, String> fields = MarkingProfile.fields(place(port), marking);
        String profile = named("losslab_ecn_", fields);
        Map<Integer, Map<String, String>> queues = new TreeMap<>();
        for (int priority : PriorityMask.list(marked)) {
            queues.put(classes.of(priority).queue(), Map.of(MARKING, profile));
        }
        return List.of(
                ConfigRows.exact(ConfigTable.WRED_PROFILE, profile, fields), marking(port, queues));
    }

    /** Queues of classes mark as the experiment says, or not at all. */
    private ConfigRows marking(String port, Map<Integer, Map<String, String>> marked) {
        Set<Integer> others = new TreeSet<>();
        for (ClassMap.Entry entry : classes.entries()) {
            others.add(entry.queue());
        }
        others.removeAll(marked.keySet());
        return ConfigRows.indexed(ConfigTable.QUEUE, port, marked).without(MARKING, others);
    }

    private String place(String port) {
        return "%s port %s".formatted(device.name(), port);
    }

    /** Source of the longest name, 32 characters: pattern of names in sonic-wred-profile.yang. */
    private static String named(String prefix, Map<String, String> fields) {
        String text = new TreeMap<>(fields).toString();
        return prefix
                + HexFormat.of()
                        .formatHex(Sha256.of(text.getBytes(StandardCharsets.UTF_8)))
                        .substring(0, NAME_DIGITS);
    }
}

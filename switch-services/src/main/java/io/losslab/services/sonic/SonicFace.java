package io.losslab.services.sonic;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.topology.Node;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.pfc.PfcType;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.services.control.BaseSettings;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.control.WantedFlowControl;
import io.losslab.services.lab.SwitchFace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A SONiC system before a switch of a virtual fabric, as orchagent and syncd are before a chip.
 * CONFIG_DB is read when time is about to pass. Other than SONiC's chips, the switch knows classes
 * by their own numbers, marks all queues of a port alike, and has no PFC watchdog: what asks for
 * these is a problem. Port n of the switch is the n-th of SONiC.
 */
final class SonicFace implements SwitchFace {
    private static final int PERCENT = 100;

    private final Node node;
    private final SonicSystem system;
    private final BaseSettings base;
    private final SonicCounters counters;
    private OwnedSwitch behind;
    private WantedFlowControl flowControl;

    /** In force, by port. */
    private Map<Integer, EcnConfig> marking;

    /**
     * A system that is not before any switch yet; its to close.
     *
     * @param base what no run sets
     * @throws IOException where Redis does not answer
     */
    SonicFace(Node node, SonicSystem system, BaseSettings base) throws IOException {
        this.node = node;
        this.system = system;
        this.base = base;
        this.counters = new SonicCounters(node, system.connect("COUNTERS_DB"));
    }

    SonicSystem system() {
        return system;
    }

    @Override
    public synchronized void standBefore(OwnedSwitch fresh) {
        behind = fresh;
        flowControl = new WantedFlowControl(node.ports());
        marking = Map.of();
        counters.begin();
        behind.change(
                access -> {
                    access.fabric().counters().countGroups();
                    access.onIdle(counters::write);
                    counters.write(access);
                });
    }

    @Override
    public synchronized List<String> settle() {
        SonicTables tables;
        try {
            tables = system.tables();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> problems = new ArrayList<>();
        List<WantedFlowControl.Port> wanted = new ArrayList<>();
        Map<Integer, EcnConfig> wantedMarking = new HashMap<>();
        for (int port = 1; port <= node.ports(); port++) {
            try {
                wanted.add(flowControl(tables, port));
                wantedMarking.put(port, marking(tables, port));
            } catch (IllegalStateException e) {
                problems.add(e.getMessage());
            }
        }
        if (problems.isEmpty()) {
            behind.change(
                    access -> {
                        flowControl.apply(access, wanted);
                        setMarking(access, wantedMarking);
                        for (int port = 1; port <= node.ports(); port++) {
                            counters.setGroups(port, groups(tables, port));
                        }
                    });
            flowControl.refused().ifPresent(problems::add);
        }
        return problems.stream().map(problem -> node.name() + ": " + problem).toList();
    }

    /** Draws begin anew where marking is set, which is not to be whenever time goes on. */
    private void setMarking(OwnedSwitch.Access access, Map<Integer, EcnConfig> wanted) {
        if (!wanted.equals(marking)) {
            access.setMarking(wanted);
            marking = wanted;
        }
    }

    private static WantedFlowControl.Port flowControl(SonicTables tables, int port) {
        String name = SonicSystem.port(port - 1);
        Set<Map<String, String>> profiles = new LinkedHashSet<>();
        int priorities = 0;
        for (int each = 0; each < ClassMap.CLASSES; each++) {
            tables.requireBuffer(name, ClassMap.STANDARD.of(each).dscp());
            Map<String, String> profile =
                    tables.losslessProfile(name, each, ClassMap.STANDARD.of(each).dscp());
            if (!profile.isEmpty()) {
                priorities |= 1 << each;
                profiles.add(profile);
            }
        }
        if (profiles.size() > 1) {
            throw new IllegalStateException(
                    "%s: lossless priority groups of a virtual switch's port have one profile"
                            .formatted(name));
        }
        int obeyed = priorities;
        return new WantedFlowControl.Port(
                profiles.stream().findFirst().map(profile -> pfc(tables, profile, obeyed)), obeyed);
    }

    private static List<Integer> groups(SonicTables tables, int port) {
        return IntStream.range(0, ClassMap.CLASSES)
                .map(each -> ClassMap.STANDARD.of(each).dscp())
                .map(dscp -> tables.priorityGroup(SonicSystem.port(port - 1), dscp))
                .boxed()
                .toList();
    }

    private static NamedScheme pfc(
            SonicTables tables, Map<String, String> profile, int priorities) {
        Map<String, String> settings = new TreeMap<>();
        settings.put(Setting.PRIORITIES, "" + priorities);
        settings.put(PfcKeys.HEADROOM, profile.get("xoff"));
        if (profile.containsKey("static_th")) {
            settings.put(PfcKeys.THRESHOLD, PfcKeys.STATIC);
            settings.put(PfcKeys.XOFF, "" + tables.pauseBytes(profile));
            settings.put(PfcKeys.XON, "" + tables.resumeBytes(profile));
        } else {
            int exponent = Integer.parseInt(profile.get("dynamic_th"));
            settings.put(PfcKeys.THRESHOLD, PfcKeys.DYNAMIC);
            settings.put(PfcKeys.ALPHA, "" + Math.scalb(1.0, exponent));
            settings.put(PfcKeys.RESUME_OFFSET, profile.getOrDefault("xon_offset", "0"));
        }
        return NamedScheme.newBuilder().setName(PfcType.NAME).putAllSettings(settings).build();
    }

    /** Draws, and where the chip marks, are not SONiC's to say. */
    private EcnConfig marking(SonicTables tables, int port) {
        String name = SonicSystem.port(port - 1);
        Set<Map<String, String>> profiles = new LinkedHashSet<>();
        for (int each = 0; each < ClassMap.CLASSES; each++) {
            Map<String, String> profile = tables.marking(name, each);
            if (!profile.isEmpty()) {
                profiles.add(profile);
            }
        }
        if (profiles.size() > 1) {
            throw new IllegalStateException(
                    "%s: queues of a virtual switch's port have one WRED_PROFILE".formatted(name));
        }
        Optional<Map<String, String>> profile = profiles.stream().findFirst();
        if (profile.isEmpty()) {
            return EcnConfig.getDefaultInstance();
        }
        Map<String, String> fields = profile.get();
        return base.config().getEcnOrDefault(port, EcnConfig.getDefaultInstance()).toBuilder()
                .setKminBytes(Long.parseLong(fields.get("green_min_threshold")))
                .setKmaxBytes(Long.parseLong(fields.get("green_max_threshold")))
                .setPmax(Double.parseDouble(fields.get("green_drop_probability")) / PERCENT)
                .build();
    }

    @Override
    public void close() {
        counters.close();
        system.close();
    }
}

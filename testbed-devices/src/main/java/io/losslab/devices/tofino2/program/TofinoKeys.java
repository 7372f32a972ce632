package io.losslab.devices.tofino2.program;

import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.file.TestbedSections;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.driver.p4runtime.BundledProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a Tofino2 is given that losslab does not have itself.
 *
 * @param programs where the compiler's output for the target is, by the program's name: its folder,
 *     or one that holds it
 * @param bfrtTables bf-rt JSON of the device's fixed tables, or folders of it; it comes with the
 *     SDE
 * @param sweep how often its packet generator has every queue of a scheme looked at
 * @param loopPorts labels of ports without a cable, in which OFC parks packets: one for each switch
 *     that stands on the device
 * @param sde version of its SDE, which it does not report itself
 * @param groups priority groups that it had when a run began, once it has been asked
 */
public record TofinoKeys(
        Map<String, Path> programs,
        List<Path> bfrtTables,
        Optional<Nanos> sweep,
        List<String> loopPorts,
        Optional<String> sde,
        Optional<List<HeldGroup>> groups) {
    /** BF Runtime: its port is that of the SDE. */
    public static final Service BFRT =
            new Service(
                    "bfrt",
                    50052,
                    "BF Runtime: traffic manager of a Tofino2, and without 'p4runtime' also program"
                            + " and tables.");

    private static final String PORTS = "ports";

    /** The chip that a BF Runtime server with one has. */
    public static final int CHIP = 0;

    static final Section PROGRAM =
            Section.of(
                    "program",
                    "program",
                    "Output of the P4 compiler, one folder per program.",
                    programKeys());
    public static final Key<YamlValue> PROGRAMS =
            Key.optional(
                    "program",
                    Type.either(Type.WORD, PROGRAM.type())
                            .called("folder, or a mapping of programs to folders"),
                    "Output of the P4 compiler: the folder of one program, a folder with"
                            + " PROGRAM.tofino2 for each, or a folder for each program.");
    public static final Key<List<String>> BFRT_TABLES =
            Key.optional(
                    "bfrtTables",
                    Type.listOf(TestbedSections.FILE),
                    "bf-rt JSON of the fixed tables (traffic manager, ports), which comes with the"
                            + " SDE: files, or folders of them.");
    public static final Key<Nanos> SWEEP =
            Key.optional(
                            "sweep",
                            Type.TIME_ABOVE_ZERO,
                            "Interval at which the packet generator visits every queue of a"
                                    + " scheme; bounds the delay of a RESUME.")
                    .like("5us");
    public static final Key<YamlValue> LOOP_PORTS =
            Key.optional(
                    "loopPorts",
                    Type.listOf(Type.LABEL).raw(),
                    "Labels of looped-back ports without a cable, one for each switch on the"
                            + " device; ofc parks packets in their queues.");

    public static final Key<String> SDE =
            Key.optional(
                            "sde",
                            Type.LABEL,
                            "Version of its SDE, for the record of runs: a Tofino2 does not report"
                                    + " it.")
                    .like("'9.13.4'");

    public TofinoKeys {
        programs = Map.copyOf(programs);
        bfrtTables = List.copyOf(bfrtTables);
        loopPorts = List.copyOf(loopPorts);
        groups = groups.map(List::copyOf);
        if (sweep.isPresent() && sweep.get().nanos() == 0) {
            throw new IllegalArgumentException("sweep must be greater than zero");
        }
    }

    /** One whose SDE is not known. */
    public TofinoKeys(
            Map<String, Path> programs,
            List<Path> bfrtTables,
            Optional<Nanos> sweep,
            List<String> loopPorts) {
        this(programs, bfrtTables, sweep, loopPorts, Optional.empty());
    }

    /** One that has not been asked. */
    public TofinoKeys(
            Map<String, Path> programs,
            List<Path> bfrtTables,
            Optional<Nanos> sweep,
            List<String> loopPorts,
            Optional<String> sde) {
        this(programs, bfrtTables, sweep, loopPorts, sde, Optional.empty());
    }

    /** The same of a device that has told its priority groups. */
    public TofinoKeys with(List<HeldGroup> told) {
        return new TofinoKeys(programs, bfrtTables, sweep, loopPorts, sde, Optional.of(told));
    }

    /** What a device's section says. */
    public static TofinoKeys read(
            Fields keys, List<DevicePort> ports, Function<String, Path> path) {
        ports.forEach(port -> requirePlace(keys, port));
        return new TofinoKeys(
                keys.written(PROGRAMS).map(value -> programs(value, path)).orElse(Map.of()),
                keys.get(BFRT_TABLES).orElse(List.of()).stream().map(path).toList(),
                keys.get(SWEEP),
                keys.get(LOOP_PORTS).map(value -> loopPorts(value, ports)).orElse(List.of()),
                keys.get(SDE));
    }

    /** A pipe's first eight ports generate packets, which only schemes with a sweep need. */
    private static void requirePlace(Fields keys, DevicePort port) {
        boolean isThere = PortPlace.isPort(port.number());
        if (!isThere || keys.has(SWEEP) && PortPlace.inPipe(port) < PortPlace.FIRST_OUTSIDE) {
            keys.blame(PORTS)
                    .error(
                            "port %s has number %d, %s"
                                    .formatted(
                                            port.label(),
                                            port.number(),
                                            isThere
                                                    ? "which is one of those for the CPU and the packet generator"
                                                    : "which a Tofino2 does not have"),
                            PortPlace.NUMBERS,
                            "");
            return;
        }
        port.queues()
                .filter(queues -> queues.group() != PortPlace.groupOf(port))
                .ifPresent(
                        queues ->
                                keys.blame(PORTS)
                                        .error(
                                                "the queues of port %s, number %d, are in group %d, not %d"
                                                        .formatted(
                                                                port.label(),
                                                                port.number(),
                                                                PortPlace.groupOf(port),
                                                                queues.group())));
    }

    /** As a testbed file would give them: YAML by key. */
    public Map<String, String> written() {
        Map<String, String> keys = new LinkedHashMap<>();
        if (!programs.isEmpty()) {
            keys.put(
                    PROGRAMS.name(),
                    new TreeMap<>(programs)
                            .entrySet().stream()
                                    .map(each -> each.getKey() + ": " + quoted(each.getValue()))
                                    .collect(Collectors.joining(", ", "{", "}")));
        }
        if (!bfrtTables.isEmpty()) {
            keys.put(
                    BFRT_TABLES.name(),
                    bfrtTables.stream().map(TofinoKeys::quoted).toList().toString());
        }
        sweep.ifPresent(time -> keys.put(SWEEP.name(), time.toString()));
        if (!loopPorts.isEmpty()) {
            keys.put(
                    LOOP_PORTS.name(),
                    loopPorts.stream().map(TofinoKeys::quoted).toList().toString());
        }
        sde.ifPresent(version -> keys.put(SDE.name(), quoted(version)));
        return keys;
    }

    private static String quoted(Object text) {
        return "'%s'".formatted(text.toString().replace("'", "''"));
    }

    public static TofinoKeys of(Device device) {
        return device.settings(TofinoKeys.class);
    }

    /** The client id of BF Runtime is the election id of P4Runtime. */
    public static int clientId(Device device) {
        return (int) device.electionId();
    }

    /** A folder for all programs, or one for each. */
    private static Map<String, Path> programs(YamlValue value, Function<String, Path> path) {
        List<String> names = PROGRAM.names();
        Map<String, Path> programs = new TreeMap<>();
        if (value.isMap()) {
            PROGRAM.read(value)
                    .ifPresent(
                            files ->
                                    files.texts()
                                            .forEach(
                                                    (name, file) ->
                                                            programs.put(name, path.apply(file))));
        } else {
            Optional<Path> folder = value.word().map(path);
            folder.ifPresent(at -> names.forEach(name -> programs.put(name, at)));
        }
        return programs;
    }

    private static List<String> loopPorts(YamlValue value, List<DevicePort> ports) {
        List<String> labels = new ArrayList<>();
        for (YamlValue item : value.items()) {
            Optional<String> label = item.word();
            if (label.isPresent()
                    && ports.stream().noneMatch(port -> port.label().equals(label.get()))) {
                item.error("the device has no port '%s'".formatted(label.get()));
            } else {
                label.ifPresent(labels::add);
            }
        }
        return labels;
    }

    private static List<Key<?>> programKeys() {
        List<Key<?>> keys = new ArrayList<>();
        Arrays.stream(BundledProgram.values())
                .filter(program -> program.architecture().equals("t2na"))
                .forEach(
                        program ->
                                keys.add(
                                        Key.optional(
                                                program.programName(),
                                                Type.WORD.called("folder"),
                                                "Compiler output of %s."
                                                        .formatted(program.source()))));
        return keys;
    }
}

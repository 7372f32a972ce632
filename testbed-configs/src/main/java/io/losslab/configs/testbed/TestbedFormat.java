package io.losslab.configs.testbed;

import io.losslab.configs.yaml.Keys;
import io.losslab.driver.p4runtime.BundledProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of testbed files; the published schema has a definition of the same name for each. */
public final class TestbedFormat {
    static final Keys TESTBED =
            new Keys(
                    "a testbed",
                    List.of("testbed", "devices", "cables"),
                    List.of("title", "nodes", "tls", "clock"));

    /** Keys of a device that only a tofino2 has. */
    static final List<String> TOFINO_KEYS = List.of("program", "bfrtTables", "sweep", "loopPorts");

    static final Keys DEVICE = new Keys("a device", List.of("kind", "ports"), deviceKeys());
    static final Keys PORT =
            new Keys("a port", List.of("speed"), List.of("number", "name", "queues"));
    static final Keys QUEUES = new Keys("a port's queues", List.of("group", "first"), List.of());
    static final Keys PROGRAM = new Keys("program", List.of(), programs());
    static final Keys TLS = new Keys("tls", List.of("trust"), List.of("cert", "key"));
    static final Keys SSH =
            new Keys("ssh", List.of("address", "user", "knownHosts"), List.of("key"));
    static final Keys PERFTEST =
            new Keys("perftest", List.of("device"), List.of("port", "gidIndex"));
    static final Keys AGENT = new Keys("agent", List.of(), List.of("interfaces", "pci", "memory"));
    static final Keys CABLE =
            new Keys("a cable", List.of("from", "to"), List.of("length", "delay"));
    static final Keys NODE = new Keys("a node's place", List.of("device"), List.of("ports"));

    private TestbedFormat() {}

    /** Sections by the name of their definition in the schema. */
    public static Map<String, Keys> sections() {
        Map<String, Keys> sections = new LinkedHashMap<>();
        sections.put("testbed", TESTBED);
        sections.put("device", DEVICE);
        sections.put("port", PORT);
        sections.put("queues", QUEUES);
        sections.put("program", PROGRAM);
        sections.put("tls", TLS);
        sections.put("ssh", SSH);
        sections.put("perftest", PERFTEST);
        sections.put("agent", AGENT);
        sections.put("cable", CABLE);
        sections.put("node", NODE);
        return sections;
    }

    private static List<String> programs() {
        return Arrays.stream(BundledProgram.values())
                .filter(program -> program.architecture().equals("t2na"))
                .map(BundledProgram::programName)
                .toList();
    }

    private static List<String> deviceKeys() {
        List<String> keys = new ArrayList<>(Service.words());
        keys.addAll(List.of("deviceId", "tls", "electionId", "deadline", "address", "ssh"));
        keys.addAll(List.of("perftest", "agent"));
        keys.addAll(TOFINO_KEYS);
        return keys;
    }
}

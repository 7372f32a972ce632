package io.losslab.configs.testbed;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.network.TopologySections;
import io.losslab.configs.yaml.YamlEntry;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.driver.p4runtime.BundledProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The keys of devices in testbed files: those of all, and those of each kind. */
public final class DeviceSections {
    private static final int SSH_PORT = 22;
    private static final Type<Long> NATURAL = Type.whole(1, Long.MAX_VALUE);

    static final Key<DeviceAddress> P4RUNTIME =
            service(Service.P4RUNTIME, "P4Runtime: pipeline and tables.");
    static final Key<DeviceAddress> BFRT =
            service(Service.BFRT, "BF Runtime: traffic manager of a Tofino2.");
    static final Key<DeviceAddress> GNMI = service(Service.GNMI, "gNMI: interfaces and queues.");
    static final Key<DeviceAddress> COPROCESSOR =
            service(Service.COPROCESSOR, "Bifrost coprocessor.");
    static final Key<DeviceAddress> SWITCH_CONTROL =
            service(
                    Service.SWITCH_CONTROL,
                    "Switch control: buffers, flow control, counters of a software switch.");
    static final Key<DeviceAddress> HOST_AGENT =
            service(Service.HOST_AGENT, "Agent that runs already.");
    static final Key<Long> ELECTION_ID =
            Key.optional(
                            "electionId",
                            NATURAL,
                            "Id its P4Runtime controller claims to be primary with.")
                    .otherwise(1L);

    static final Section SOFTWARE_SWITCH =
            Section.of(
                    "softwareSwitch",
                    "a softwareSwitch",
                    "A switch of losslab's own.",
                    P4RUNTIME.mandatory(),
                    SWITCH_CONTROL.mandatory(),
                    COPROCESSOR,
                    GNMI,
                    ELECTION_ID);

    static final Section PROGRAM =
            Section.of(
                    "program",
                    "program",
                    "Output of the P4 compiler, one file a program.",
                    programs());
    static final Key<YamlValue> PROGRAMS =
            Key.optional(
                    "program",
                    Type.either(Type.WORD, PROGRAM.type())
                            .called("folder, or a mapping of programs to files"),
                    "Output of the P4 compiler: a folder with PROGRAM.bin for each, or a file for"
                            + " each program.");
    static final Key<List<String>> BFRT_TABLES =
            Key.optional(
                    "bfrtTables",
                    Type.listOf(TestbedSections.FILE),
                    "bf-rt JSON of the fixed tables (traffic manager, ports), which comes with the"
                            + " SDE: files, or folders of them.");
    static final Key<Nanos> SWEEP =
            Key.optional(
                            "sweep",
                            Type.TIME_ABOVE_ZERO,
                            "How often the packet generator has every queue of portfc, ofc or"
                                    + " pyrrha looked at: it bounds how late a RESUME can be.")
                    .like("5us");
    static final Key<YamlValue> LOOP_PORTS =
            Key.optional(
                    "loopPorts",
                    Type.listOf(Type.LABEL).raw(),
                    "Labels of ports that have no cable and are looped back, one for each switch"
                            + " that stands on the device: ofc parks packets in their queues.");
    static final Section TOFINO2 =
            Section.of(
                    "tofino2",
                    "a tofino2",
                    "An Intel Tofino2.",
                    P4RUNTIME.mandatory(),
                    BFRT.mandatory(),
                    COPROCESSOR,
                    GNMI,
                    ELECTION_ID,
                    PROGRAMS,
                    BFRT_TABLES,
                    SWEEP,
                    LOOP_PORTS);

    static final Section COMMODITY =
            Section.of(
                    "commodity",
                    "a commodity switch",
                    "A switch with a network operating system.",
                    GNMI.mandatory(),
                    COPROCESSOR,
                    ELECTION_ID);

    static final Key<Integer> ADDRESS =
            Key.optional("address", TopologySections.ADDRESS, "IPv4 address of its traffic.")
                    .ifAbsent("the topology's")
                    .like("10.0.1.1");
    static final Key<DeviceAddress> SSH_ADDRESS =
            Key.required("address", address(SSH_PORT), "Where it listens.");
    static final Key<String> USER = Key.required("user", Type.WORD, "User that logs in.");
    static final Key<String> KNOWN_HOSTS =
            Key.required(
                    "knownHosts", TestbedSections.FILE, "File of the host keys that are trusted.");
    static final Key<String> SSH_KEY =
            Key.optional("key", TestbedSections.FILE, "File of the private key.")
                    .ifAbsent("the keys of the SSH agent");
    static final Section SSH =
            Section.of(
                    "ssh",
                    "ssh",
                    "How a host is logged in to.",
                    SSH_ADDRESS,
                    USER,
                    KNOWN_HOSTS,
                    SSH_KEY);
    static final Key<Fields> SSH_LOGIN = SSH.key();

    static final Key<String> RDMA_DEVICE =
            Key.required("device", Type.WORD, "As ibv_devices lists it.").like("mlx5_0");
    static final Key<Long> RDMA_PORT =
            Key.optional("port", Type.whole(1, 255), "Port of the device.").otherwise(1L);
    static final Key<Long> GID_INDEX =
            Key.optional(
                            "gidIndex",
                            Type.whole(0, 255),
                            "Row of its GID table: RoCEv2 and which address.")
                    .otherwise(0L);
    static final Section PERFTEST =
            Section.of(
                    "perftest",
                    "perftest",
                    "The RDMA NIC of a host that sends by linux-rdma perftest, started over SSH, in"
                            + " place of an agent.",
                    RDMA_DEVICE,
                    RDMA_PORT,
                    GID_INDEX);
    static final Key<Fields> RDMA = PERFTEST.key();

    static final Key<List<String>> INTERFACES =
            Key.optional(
                            "interfaces",
                            Type.listOf(Type.WORD, 1, Integer.MAX_VALUE),
                            "Network interfaces of the kernel.")
                    .like("[eth1]");
    static final Key<List<String>> PCI =
            Key.optional(
                            "pci",
                            Type.listOf(Type.WORD, 1, Integer.MAX_VALUE),
                            "NICs that DPDK drives; they need huge pages.")
                    .like("[\"0000:3b:00.0\"]");
    static final Key<Long> MEMORY =
            Key.optional(
                            "memory",
                            Type.whole(AgentDevices.LEAST_MEGABYTES, 1 << 20),
                            "Megabytes for packet buffers.")
                    .otherwise((long) AgentDevices.DEFAULT_MEGABYTES);
    static final Section AGENT =
            Section.of(
                            "agent",
                            "agent",
                            "A host agent that a run uploads, starts over SSH, and ends: one"
                                    + " interface or NIC for each port, in their order.",
                            INTERFACES,
                            PCI,
                            MEMORY)
                    .withOneOf(INTERFACES, PCI);
    static final Key<Fields> STARTED_AGENT = AGENT.key();

    static final Section HOST =
            Section.of(
                            "host",
                            "a host",
                            "A host, which sends and receives by an agent or by perftest.",
                            HOST_AGENT,
                            RDMA,
                            STARTED_AGENT,
                            SSH_LOGIN,
                            ADDRESS)
                    .withOneOf(HOST_AGENT, RDMA, STARTED_AGENT)
                    .where(RDMA, SSH_LOGIN)
                    .where(STARTED_AGENT, SSH_LOGIN);

    static final Key<DeviceKind> KIND =
            Key.required(
                    "kind",
                    Type.choice(List.of(DeviceKind.values()), DeviceKind::word),
                    "What it is; says by which services it is driven.");
    static final Key<List<YamlEntry>> PORTS =
            Key.required(
                            "ports",
                            Type.mapOf(
                                            Type.either(Type.RATE, TestbedSections.PORT.type())
                                                    .called("a speed, or keys of a port"))
                                    .and("minProperties", 1),
                            "Ports by the label that cables use, LABEL or FIRST..LAST.")
                    .like("1..4: 100Gbps");
    static final Key<Long> DEVICE_ID =
            Key.optional("deviceId", NATURAL, "Id by which its services know it.").otherwise(1L);
    static final Key<Fields> TLS =
            Key.optional("tls", TestbedSections.TLS.type(), "Of its own channels.")
                    .ifAbsent("the testbed's");
    static final Key<Nanos> DEADLINE =
            Key.optional("deadline", Type.TIME_ABOVE_ZERO, "Longest time a call may take.")
                    .otherwise(new Nanos(Device.DEFAULT_DEADLINE.toNanos()));

    /** A device of any kind. */
    public static final Section DEVICE =
            Section.of(
                            "device",
                            "a device",
                            "A switch or a host: where its services listen, and its ports.",
                            KIND,
                            PORTS,
                            DEVICE_ID,
                            TLS,
                            DEADLINE)
                    .inKinds(KIND, List.of(SOFTWARE_SWITCH, TOFINO2, COMMODITY, HOST));

    private DeviceSections() {}

    /**
     * HOST:PORT, or HOST alone.
     *
     * @param usualPort of a host alone; 0: it must have one
     */
    static Type<DeviceAddress> address(int usualPort) {
        return Type.parsed(
                usualPort > 0
                        ? "HOST or HOST:PORT, port %d if absent".formatted(usualPort)
                        : "HOST:PORT",
                ".+",
                "address",
                usualPort > 0
                        ? "HOST, HOST:PORT or [IPV6]:PORT; port %d if absent".formatted(usualPort)
                        : "HOST:PORT or [IPV6]:PORT",
                text -> parse(text, usualPort));
    }

    private static Optional<DeviceAddress> parse(String text, int usualPort) {
        boolean alone = !text.contains(":") || text.endsWith("]");
        try {
            return Optional.of(
                    DeviceAddress.parse(alone && usualPort > 0 ? text + ":" + usualPort : text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The key of a service. */
    static Key<DeviceAddress> of(Service service) {
        return switch (service) {
            case P4RUNTIME -> P4RUNTIME;
            case BFRT -> BFRT;
            case GNMI -> GNMI;
            case COPROCESSOR -> COPROCESSOR;
            case SWITCH_CONTROL -> SWITCH_CONTROL;
            case HOST_AGENT -> HOST_AGENT;
        };
    }

    private static Key<DeviceAddress> service(Service service, String meaning) {
        return Key.optional(service.word(), address(service.usualPort()), meaning)
                .like("192.0.2.7:" + service.usualPort());
    }

    private static List<Key<?>> programs() {
        List<Key<?>> keys = new ArrayList<>();
        Arrays.stream(BundledProgram.values())
                .filter(program -> program.architecture().equals("t2na"))
                .forEach(
                        program ->
                                keys.add(
                                        Key.optional(
                                                program.programName(),
                                                TestbedSections.FILE,
                                                "Device config of %s, as P4Runtime takes it."
                                                        .formatted(program.source()))));
        return keys;
    }
}

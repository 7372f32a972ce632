package io.losslab.configs.testbed.file;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Numbers;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.testbed.ServiceAddress;
import io.losslab.configs.yaml.TextFile;
import io.losslab.configs.yaml.YamlValue;
import java.util.List;

/** The keys of testbed files; those of devices stand with {@link DeviceSections}. */
public final class TestbedSections {
    private static final long HIGHEST_NUMBER = 0xFFFF_FFFFL >>> 1;
    private static final String NAME = "[A-Za-z][A-Za-z0-9_.-]*";

    /** Name of a file, relative to the testbed file. */
    public static final Type<String> FILE =
            new Type<>(
                    "file",
                    Type.WORD.schema(),
                    value -> value.word().filter(name -> TextFile.path(name, value).isPresent()),
                    Type.WORD.printer());

    private static final Type<String> CABLE_END = Type.pattern("DEVICE/PORT", NAME + "/.+");

    static final Key<String> TRUST =
            Key.required(
                    "trust",
                    FILE,
                    "PEM certificates of the CAs that sign the devices' certificates.");
    static final Key<String> CERT =
            Key.optional(
                    "cert", FILE, "PEM certificate chain presented to devices that request one.");
    static final Key<String> PRIVATE_KEY =
            Key.optional("key", FILE, "PEM private key (PKCS#8) of the certificate.");
    static final Section TLS =
            Section.of(
                            "tls",
                            "tls",
                            "TLS files, relative to the testbed file. Without TLS, only loopback"
                                    + " addresses are allowed.",
                            TRUST,
                            CERT,
                            PRIVATE_KEY)
                    .together(CERT, PRIVATE_KEY);

    static final Key<Long> QUEUE_GROUP =
            Key.required("group", Numbers.whole(0, 255), "Port group: pg_id.");
    static final Key<Long> FIRST_QUEUE =
            Key.required(
                    "first",
                    Numbers.whole(0, 255),
                    "First queue of the group: the first of egress_qid_queues.");
    static final Key<Long> QUEUE_COUNT =
            Key.optional("count", Numbers.whole(1, 128), "Queues of the port: port_queues_count.")
                    .otherwise((long) PortQueues.DEFAULT_COUNT);
    static final Section QUEUES =
            Section.of(
                    "queues",
                    "a port's queues",
                    "Location of the egress queues of a tofino2's port, from table"
                            + " tf2.tm.port.cfg.",
                    QUEUE_GROUP,
                    FIRST_QUEUE,
                    QUEUE_COUNT);

    static final Key<DataRate> SPEED =
            Key.required("speed", Type.RATE, "Speed of the port.").like("100Gbps");
    static final Key<Long> NUMBER =
            Key.optional(
                            "number",
                            Numbers.whole(1, HIGHEST_NUMBER),
                            "Number of the port in P4Runtime and in agents.")
                    .ifAbsent("the label, if it is a number");
    static final Key<String> PORT_NAME =
            Key.optional("name", Type.WORD, "Name of the port in gNMI.")
                    .ifAbsent("the label")
                    .like("Ethernet1/1");
    static final Key<Fields> PORT_QUEUES = QUEUES.key();
    static final Section PORT =
            Section.of(
                    "port",
                    "a port",
                    "A port whose number or name differs from its label.",
                    SPEED,
                    NUMBER,
                    PORT_NAME,
                    PORT_QUEUES);

    static final Key<String> FROM = Key.required("from", CABLE_END, "One end.").like("tor1/17");
    static final Key<String> TO = Key.required("to", CABLE_END, "The other end.").like("server1/1");
    static final Key<FiberLength> LENGTH =
            Key.optional("length", Type.LENGTH, "Length, 5 ns per metre.").like("80km");
    static final Key<Nanos> DELAY =
            Key.optional("delay", Type.TIME, "One-way propagation delay.").like("400us");
    static final Section CABLE =
            Section.of(
                            "cable",
                            "a cable",
                            "A cable; both ends have the same speed and may be ports of one"
                                    + " device.",
                            FROM,
                            TO,
                            LENGTH,
                            DELAY)
                    .withAtMostOneOf(LENGTH, DELAY);

    static final Key<String> NODE_DEVICE =
            Key.required("device", Type.WORD, "Device that implements the node.");
    static final Key<YamlValue> NODE_PORTS =
            Key.optional(
                            "ports",
                            Type.listOf(Type.LABEL).raw(),
                            "Labels of its ports, the node's port 1 first.")
                    .ifAbsent("found by search");
    static final Section NODE =
            Section.of(
                    "node",
                    "a node's place",
                    "Device and ports of a node of the topology.",
                    NODE_DEVICE,
                    NODE_PORTS);

    static final Key<Long> DSCP =
            Key.optional("dscp", Numbers.whole(0, ClassMap.HIGHEST_DSCP), "DSCP of its packets.")
                    .ifAbsent("8 times the class")
                    .like("26");
    static final Key<Long> PCP =
            ofClass("pcp", "Priority in the VLAN tags of its frames and in PFC frames.");
    static final Key<Long> CLASS_QUEUE = ofClass("queue", "Its queue of egress ports.");
    static final Key<Long> PRIORITY_GROUP =
            ofClass("priorityGroup", "Its priority group of ingress ports.");
    static final Section CLASS =
            Section.of(
                    "trafficClass",
                    "a traffic class",
                    "How a traffic class is marked on the wire, and what it uses in switches and"
                            + " NICs.",
                    DSCP,
                    PCP,
                    CLASS_QUEUE,
                    PRIORITY_GROUP);

    static final Key<String> TESTBED_NAME =
            Key.required("testbed", Type.WORD, "Name of the testbed.");
    static final Key<String> TITLE = Key.optional("title", Type.TEXT, "One-line description.");
    static final Key<Fields> COMMON_TLS =
            Key.optional("tls", TLS.type(), "TLS of all devices without a 'tls' of their own.");
    static final Key<YamlValue> CABLES =
            Key.required("cables", Type.listOf(CABLE.type()).raw(), "All cables.");
    static final Key<List<YamlValue.Entry>> NODES =
            Key.optional(
                    "nodes",
                    Type.mapOf(
                            Type.either(Type.WORD, NODE.type())
                                    .called("a device, or a device with ports")),
                    "Nodes mapped explicitly, by name: a device, or a device with ports. Other"
                            + " nodes are mapped automatically.");
    static final Key<List<YamlValue.Entry>> CLASSES =
            Key.optional(
                            "classes",
                            Type.mapOf("[0-7]", CLASS.type()),
                            "Traffic classes by number, 0 to 7, for agents, NICs, and switches.")
                    .ifAbsent("DSCP 8 times the class; PCP, queue, and group of its number")
                    .like("{3: {dscp: 26}}");
    static final Key<DeviceAddress> CLOCK =
            Key.optional(
                            "clock",
                            ServiceAddress.type(0),
                            "Virtual clock, if the devices are software switches in virtual time.")
                    .ifAbsent("wall-clock time")
                    .like("127.0.0.1:9559");

    private TestbedSections() {}

    private static Key<Long> ofClass(String name, String meaning) {
        return Key.optional(name, Numbers.whole(0, ClassMap.CLASSES - 1), meaning)
                .ifAbsent("the class");
    }

    static Section testbed(Key<List<YamlValue.Entry>> devices, Key<YamlValue> lease) {
        return Section.of(
                "testbed",
                "a testbed",
                "Devices, cables, and the mapping of nodes to devices.",
                TESTBED_NAME,
                TITLE,
                COMMON_TLS,
                devices,
                CABLES,
                NODES,
                CLASSES,
                CLOCK,
                lease);
    }
}

package io.losslab.configs.testbed.file;

import io.losslab.api.address.MacAddress;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Numbers;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.network.TopologySections;
import io.losslab.configs.testbed.AgentDevices;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DeviceType;
import io.losslab.configs.testbed.ServiceAddress;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.perftest.PerftestLimit;
import io.losslab.traffic.perftest.RdmaDevice;
import java.util.List;
import java.util.Optional;

/** Keys of devices in testbed files: those of all, and those that several kinds may have. */
public final class DeviceSections {
    private static final int SSH_PORT = 22;
    private static final Type<Long> NATURAL = Numbers.whole(1, Long.MAX_VALUE);

    /** Of kinds that run P4Runtime. */
    public static final Key<Long> ELECTION_ID =
            Key.optional(
                            "electionId",
                            NATURAL,
                            "Election id with which its P4Runtime controller becomes primary.")
                    .otherwise(1L);

    /** Of hosts. */
    public static final Key<Integer> ADDRESS =
            Key.optional("address", TopologySections.ADDRESS, "IPv4 address of its traffic.")
                    .ifAbsent("the topology's")
                    .like("10.0.1.1");

    static final Key<DeviceAddress> SSH_ADDRESS =
            Key.required("address", ServiceAddress.type(SSH_PORT), "Address of the SSH server.");
    static final Key<String> USER = Key.required("user", Type.WORD, "User name.");
    static final Key<String> KNOWN_HOSTS =
            Key.required("knownHosts", TestbedSections.FILE, "File with the trusted host keys.");
    static final Key<String> SSH_KEY =
            Key.optional("key", TestbedSections.FILE, "File with the private key.")
                    .ifAbsent("the keys of the SSH agent");
    static final Section SSH =
            Section.of("ssh", "ssh", "SSH login.", SSH_ADDRESS, USER, KNOWN_HOSTS, SSH_KEY);

    /** Of kinds that need a login. */
    public static final Key<Fields> SSH_LOGIN = SSH.key();

    static final Key<List<String>> TUNNEL =
            Key.optional(
                            "tunnel",
                            Type.listOf(Type.WORD),
                            "gRPC services that are reached in plaintext through the SSH"
                                    + " connection, at addresses as the device sees them.")
                    .ifAbsent("all of a device with `ssh` and without TLS")
                    .like("[p4runtime, bfrt]");

    static final Key<String> RDMA_DEVICE =
            Key.required("device", Type.WORD, "Name as listed by ibv_devices.").like("mlx5_0");
    static final Key<Long> RDMA_PORT =
            Key.optional(
                            "port",
                            Numbers.whole(
                                    PerftestLimit.DEVICE_PORT.least(),
                                    PerftestLimit.DEVICE_PORT.most()),
                            "Port of the device.")
                    .otherwise(1L);
    static final Key<Long> GID_INDEX =
            Key.optional(
                            "gidIndex",
                            Numbers.whole(
                                    PerftestLimit.GID_INDEX.least(),
                                    PerftestLimit.GID_INDEX.most()),
                            "Index into its GID table; selects RoCEv2 and the address.")
                    .otherwise(0L);
    static final Key<List<Long>> CPUS =
            Key.optional(
                            "cpus",
                            Type.listOf(
                                    Numbers.whole(0, RdmaDevice.MOST_CPU), 1, Integer.MAX_VALUE),
                            "CPUs that its sessions are pinned to, one each in turn.")
                    .ifAbsent("those of the NIC's NUMA node")
                    .like("[4, 5, 6, 7]");
    static final Section PERFTEST =
            Section.of(
                    "perftest",
                    "perftest",
                    "RDMA NIC of a host that runs linux-rdma perftest, started over SSH, instead"
                            + " of an agent.",
                    RDMA_DEVICE,
                    RDMA_PORT,
                    GID_INDEX,
                    CPUS);

    /** Of hosts without an agent. */
    public static final Key<Fields> RDMA = PERFTEST.key();

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
                            "NICs controlled by DPDK; they need huge pages.")
                    .like("[\"0000:3b:00.0\"]");
    static final Key<List<String>> PEER_MAC =
            Key.optional(
                            "peerMac",
                            Type.listOf(
                                    Type.parsed(
                                            "MAC address",
                                            MacAddress.PATTERN,
                                            "MAC address",
                                            "six octets such as 0c:42:a1:00:00:01",
                                            text ->
                                                    Optional.of(text)
                                                            .filter(
                                                                    it ->
                                                                            it.matches(
                                                                                    MacAddress
                                                                                            .PATTERN))),
                                    1,
                                    Integer.MAX_VALUE),
                            "MAC addresses of the far ends, in port order: those of a switch's"
                                    + " routing interfaces.")
                    .like("[\"0c:42:a1:00:00:01\"]")
                    .ifAbsent("the broadcast address");
    static final Key<Long> MEMORY =
            Key.optional(
                            "memory",
                            Numbers.whole(AgentDevices.LEAST_MEGABYTES, 1 << 20),
                            "Megabytes for packet buffers.")
                    .otherwise((long) AgentDevices.DEFAULT_MEGABYTES);
    static final Section AGENT =
            Section.of(
                            "agent",
                            "agent",
                            "A host agent that a run uploads, starts over SSH, and stops; one"
                                    + " interface or NIC per port, in port order.",
                            INTERFACES,
                            PCI,
                            PEER_MAC,
                            MEMORY)
                    .withOneOf(INTERFACES, PCI);

    /** Of hosts whose agent a run starts. */
    public static final Key<Fields> STARTED_AGENT = AGENT.key();

    static final Key<List<YamlValue.Entry>> PORTS =
            Key.required(
                            "ports",
                            Type.mapOf(
                                            Type.either(Type.RATE, TestbedSections.PORT.type())
                                                    .called("a speed, or keys of a port"))
                                    .and("minProperties", 1),
                            "Ports by the label that cables use, LABEL or FIRST..LAST.")
                    .like("1..4: 100Gbps");
    static final Key<Long> DEVICE_ID =
            Key.optional("deviceId", NATURAL, "Id of the device in its services.").otherwise(1L);
    static final Key<Fields> TLS =
            Key.optional("tls", TestbedSections.TLS.type(), "TLS of its own channels.")
                    .ifAbsent("the testbed's");
    static final Key<Nanos> DEADLINE =
            Key.optional("deadline", Type.TIME_ABOVE_ZERO, "Deadline of a call.")
                    .otherwise(new Nanos(Device.DEFAULT_DEADLINE.toNanos()));

    private DeviceSections() {}

    /** A device of any kind. */
    static Section device(Key<DeviceType> kind, List<Section> kinds) {
        return Section.of(
                        "device",
                        "a device",
                        "A switch or a host: where its services listen, and its ports.",
                        kind,
                        PORTS,
                        DEVICE_ID,
                        TLS,
                        DEADLINE,
                        SSH_LOGIN,
                        TUNNEL)
                .where(TUNNEL, SSH_LOGIN)
                .inKinds(kind, kinds);
    }
}

package io.losslab.devices.nic;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Numbers;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.nic.setting.NicSettings;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.nic.tool.QosTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What a testbed file says of a host's NICs.
 *
 * @param keep names of settings that stay as they are
 * @param buffers bytes of the eight receive buffers; empty: as they are
 * @param bufferOfPriority receive buffer of each priority; empty: as it is
 */
public record NicKeys(Set<String> keep, List<Long> buffers, List<Long> bufferOfPriority) {
    private static final Key<List<String>> KEEP =
            Key.optional(
                            "keep",
                            Type.listOf(Type.words(NicSettings.names()))
                                    .or("all", NicSettings.names()),
                            "Settings that a run leaves as they are.")
                    .like("[ets, lldp]");
    private static final Key<List<Long>> BUFFERS =
            Key.optional(
                            "buffers",
                            Type.listOf(
                                    Numbers.whole(0, Integer.MAX_VALUE),
                                    QosTool.COUNT,
                                    QosTool.COUNT),
                            "Bytes of the eight receive buffers.")
                    .ifAbsent("as the driver sizes them");
    private static final Key<List<Long>> BUFFER_OF_PRIORITY =
            Key.optional(
                            "bufferOfPriority",
                            Type.listOf(
                                    Numbers.whole(0, QosTool.COUNT - 1),
                                    QosTool.COUNT,
                                    QosTool.COUNT),
                            "Receive buffer of each priority.")
                    .ifAbsent("as the driver maps them")
                    .like("[0, 0, 0, 1, 0, 0, 0, 0]");
    private static final Section SECTION =
            Section.of(
                    "nic",
                    "nic",
                    "Settings of the host's NICs: of perftest's always, of an agent's interfaces if"
                            + " this key is there.",
                    KEEP,
                    BUFFERS,
                    BUFFER_OF_PRIORITY);

    /** Of hosts. */
    public static final Key<Fields> NIC = SECTION.key();

    public NicKeys {
        keep = Set.copyOf(keep);
        buffers = List.copyOf(buffers);
        bufferOfPriority = List.copyOf(bufferOfPriority);
    }

    /** What a host's section says. */
    public static NicKeys read(Fields keys) {
        return new NicKeys(
                Set.copyOf(keys.get(KEEP).orElse(List.of())),
                keys.get(BUFFERS).orElse(List.of()),
                keys.get(BUFFER_OF_PRIORITY).orElse(List.of()));
    }

    /** Empty where the file has no such key. */
    static Optional<NicKeys> of(Device host) {
        return host.own().filter(NicKeys.class::isInstance).map(NicKeys.class::cast);
    }

    /** All NICs that are configured on a host, in the order of its ports. */
    static List<NicPort> nics(Device host) {
        List<NicPort> nics = new ArrayList<>();
        host.rdma()
                .ifPresent(
                        rdma ->
                                nics.add(
                                        new NicPort(
                                                host.ports().get(0).number(),
                                                rdma.name() + "/" + rdma.port(),
                                                host.rdma())));
        if (of(host).isPresent()) {
            host.agent()
                    .ifPresent(
                            agent -> {
                                for (String name : agent.interfaces()) {
                                    nics.add(new NicPort(nics.size() + 1, name, Optional.empty()));
                                }
                            });
        }
        return nics;
    }

    static String text(List<Long> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Eight zeros and ones. */
    static String bits(int mask) {
        return LongStream.range(0, QosTool.COUNT)
                .mapToObj(bit -> String.valueOf(mask >> bit & 1))
                .collect(Collectors.joining(","));
    }
}

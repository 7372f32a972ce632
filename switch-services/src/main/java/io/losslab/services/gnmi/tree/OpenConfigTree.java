package io.losslab.services.gnmi.tree;

import io.losslab.flowcontrol.hardware.HardwareLeaf;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.softswitch.fabric.PortCounters;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The data tree of a switch: interfaces, queues, PFC, buffer, system, components. The package's
 * description says which paths are OpenConfig's and which are ours.
 */
public final class OpenConfigTree {
    /** Name of a port's interface, less the port's number. */
    static final String INTERFACE = "Ethernet";

    static final String SOFTWARE_VERSION = "0.1.0";
    static final String MODEL = "losslab virtual switch";

    public static final List<ModelData> MODELS =
            List.of(
                    model("openconfig-interfaces", "OpenConfig working group", "3.7.2"),
                    model("openconfig-if-ethernet", "OpenConfig working group", "2.14.0"),
                    model("openconfig-qos", "OpenConfig working group", "0.11.2"),
                    model("openconfig-qos-ext", "SONiC", "0.1.0"),
                    model("openconfig-system", "OpenConfig working group", "2.3.0"),
                    model("openconfig-platform", "OpenConfig working group", "0.30.0"),
                    model("losslab-flow-control", "losslab", "1.0.0"));

    private static final long GIGABIT = 1_000_000_000L;
    private static final int PRIORITIES = 8;

    private final LeafList leaves = new LeafList();

    private OpenConfigTree() {}

    /** The name of a port, from 1. */
    public static String interfaceName(int port) {
        return INTERFACE + port;
    }

    public static DataTree of(String hostname, SwitchAccess access) {
        OpenConfigTree tree = new OpenConfigTree();
        tree.addSystem(hostname);
        for (int port = 1; port <= access.ports(); port++) {
            tree.addInterface(port);
            tree.addQueues(port, access.queues());
            tree.addPfc(port);
            tree.addThresholds(port);
            tree.addBuffer(port);
        }
        tree.addSharedBuffer();
        return new DataTree(tree.leaves.leaves());
    }

    private void addSystem(String hostname) {
        leaves.fixed("/openconfig-system:system", "hostname", ValueType.TEXT, r -> hostname);
        leaves.state(
                "/openconfig-system:system/state/software-version",
                ValueType.TEXT,
                r -> SOFTWARE_VERSION);
        String chassis = "/openconfig-platform:components/component[name=chassis]";
        leaves.key(chassis, "name", ValueType.TEXT, "chassis");
        leaves.state(chassis + "/state/description", ValueType.TEXT, r -> MODEL);
        leaves.state(chassis + "/state/part-no", ValueType.TEXT, r -> MODEL);
        leaves.state(chassis + "/state/software-version", ValueType.TEXT, r -> SOFTWARE_VERSION);
    }

    private void addInterface(int port) {
        String name = INTERFACE + port;
        String at = "/openconfig-interfaces:interfaces/interface[name=" + name + "]";
        leaves.key(at, "name", ValueType.TEXT, name);
        leaves.fixed(at, "enabled", ValueType.BOOL, r -> true);
        leaves.fixed(
                at, "mtu", ValueType.UINT32, r -> (long) r.access().link(port).maxFrameBytes());
        leaves.state(at + "/state/ifindex", ValueType.UINT32, r -> (long) port);
        leaves.state(at + "/state/admin-status", ValueType.TEXT, r -> "UP");
        leaves.state(at + "/state/oper-status", ValueType.TEXT, r -> "UP");
        count(at + "/state/counters/in-octets", port, PortCounters::rxBytes);
        count(at + "/state/counters/in-pkts", port, PortCounters::rxFrames);
        count(at + "/state/counters/in-discards", port, PortCounters::droppedFrames);
        count(at + "/state/counters/out-octets", port, PortCounters::txBytes);
        count(at + "/state/counters/out-pkts", port, PortCounters::txFrames);
        // A frame is dropped where it comes in, for lack of buffer; none is dropped going out.
        count(at + "/state/counters/out-discards", port, counters -> 0);
        String ethernet = at + "/openconfig-if-ethernet:ethernet/state";
        leaves.state(
                ethernet + "/port-speed",
                ValueType.TEXT,
                r -> speed(r.access().link(port).rateBitsPerSecond()));
        count(ethernet + "/counters/in-mac-pause-frames", port, PortCounters::rxControl);
        count(ethernet + "/counters/out-mac-pause-frames", port, PortCounters::txControl);
    }

    private void addQueues(int port, int queues) {
        leaves.key(qos(port), "interface-id", ValueType.TEXT, INTERFACE + port);
        for (int queue = 0; queue < queues; queue++) {
            int of = queue;
            String at = qos(port) + "/output/queues/queue[name=" + queue + "]";
            leaves.key(at, "name", ValueType.TEXT, String.valueOf(queue));
            leaves.counter(
                    at + "/state/transmit-octets", r -> r.access().queue(port, of).sentBytes());
            leaves.counter(
                    at + "/state/transmit-pkts", r -> r.access().queue(port, of).sentFrames());
            leaves.counter(
                    at + "/state/dropped-pkts", r -> r.access().queue(port, of).droppedFrames());
            leaves.counter(at + "/state/max-queue-len", r -> r.access().queue(port, of).maxBytes());
            leaves.counter(
                    at + "/state/losslab-flow-control:queue-len",
                    r -> r.access().queue(port, of).bytes());
        }
    }

    private void addPfc(int port) {
        for (int priority = 0; priority < PRIORITIES; priority++) {
            int of = priority;
            int bit = 1 << priority;
            String at =
                    qos(port)
                            + "/openconfig-qos-ext:pfc/pfc-priorities/pfc-priority[dot1p="
                            + priority
                            + "]";
            leaves.key(at, "dot1p", ValueType.UINT32, (long) priority);
            leaves.setting(
                    at,
                    "enable",
                    ValueType.BOOL,
                    r -> (priorities(r.intendedPfc(port)) & bit) != 0,
                    r -> (priorities(r.pfc(port)) & bit) != 0,
                    LeafList.setter(
                            (draft, value) ->
                                    draft.setPfc(port, pfc -> enable(pfc, bit, (Boolean) value)),
                            draft -> false));
            leaves.counter(
                    at + "/state/statistics/pause-frames-rx",
                    r -> r.access().pauseFramesReceived(port, of));
            leaves.counter(
                    at + "/state/statistics/pause-frames-tx",
                    r -> r.access().pauseFramesSent(port, of));
        }
    }

    private void addThresholds(int port) {
        for (HardwareLeaf leaf : PfcIntents.PFC.leaves()) {
            ValueType type = type(leaf);
            leaves.setting(
                    qos(port) + "/openconfig-qos-ext:pfc/losslab-flow-control:thresholds",
                    leaf.name(),
                    type,
                    r -> type.parse(leaf.read(r.intendedPfc(port))),
                    r -> type.parse(leaf.read(r.pfc(port))),
                    LeafList.setter(
                            (draft, value) ->
                                    draft.setPfc(port, pfc -> leaf.write(pfc, value.toString())),
                            draft -> type.parse(leaf.read(PfcIntents.NONE))));
        }
    }

    private void addBuffer(int port) {
        String at = qos(port) + "/losslab-flow-control:buffer/state";
        count(at + "/ingress-bytes", port, PortCounters::ingressBytes);
        count(at + "/max-ingress-bytes", port, PortCounters::maxIngressBytes);
        count(at + "/max-egress-bytes", port, PortCounters::maxEgressBytes);
        count(at + "/egress-bytes", port, PortCounters::egressBytes);
        count(at + "/reserved-bytes", port, PortCounters::reservedBytes);
        count(at + "/dropped-octets", port, PortCounters::droppedBytes);
        count(at + "/paused-nanos", port, PortCounters::pausedNanos);
    }

    private void addSharedBuffer() {
        leaves.setting(
                "/openconfig-qos:qos/losslab-flow-control:shared-buffer",
                "size-bytes",
                ValueType.UINT64,
                r -> r.config().getBufferBytes(),
                r -> r.config().getBufferBytes(),
                LeafList.setter(
                        (draft, value) -> draft.setBufferBytes((Long) value),
                        draft -> draft.access().memoryBytes()));
    }

    private void count(String path, int port, ToLongFunction<PortCounters> counter) {
        leaves.counter(path, r -> counter.applyAsLong(r.counters(port)));
    }

    private static String qos(int port) {
        return "/openconfig-qos:qos/interfaces/interface[interface-id=" + INTERFACE + port + "]";
    }

    private static ValueType type(HardwareLeaf leaf) {
        return switch (leaf.setting().kind()) {
            case CHOICE -> ValueType.TEXT;
            case NUMBER -> ValueType.DECIMAL;
            default -> ValueType.UINT64;
        };
    }

    private static long priorities(Settings pfc) {
        return pfc.whole(Setting.PRIORITIES);
    }

    private static Settings enable(Settings pfc, int bit, boolean on) {
        return pfc.with(Setting.PRIORITIES, on ? priorities(pfc) | bit : priorities(pfc) & ~bit);
    }

    /** Identity of a speed in openconfig-if-ethernet. */
    private static String speed(long bitsPerSecond) {
        long gigabits = bitsPerSecond % GIGABIT == 0 ? bitsPerSecond / GIGABIT : 0;
        return List.of(1L, 5L, 10L, 25L, 40L, 50L, 100L, 200L, 400L, 600L, 800L).contains(gigabits)
                ? "SPEED_" + gigabits + "GB"
                : "SPEED_UNKNOWN";
    }

    private static ModelData model(String name, String organization, String version) {
        return ModelData.newBuilder()
                .setName(name)
                .setOrganization(organization)
                .setVersion(version)
                .build();
    }
}

package io.losslab.devices.nic;

import com.google.protobuf.Message;
import io.losslab.api.frame.ClassMap;
import io.losslab.api.topology.Node;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.nic.setting.DcqcnSetting;
import io.losslab.devices.nic.setting.EtsSetting;
import io.losslab.devices.nic.setting.LldpSetting;
import io.losslab.devices.nic.setting.MtuSetting;
import io.losslab.devices.nic.setting.NicSetting;
import io.losslab.devices.nic.setting.NicSettings;
import io.losslab.devices.nic.setting.NicState;
import io.losslab.devices.nic.setting.PauseSetting;
import io.losslab.devices.nic.setting.PfcSetting;
import io.losslab.devices.nic.setting.TosSetting;
import io.losslab.devices.nic.setting.TrustSetting;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.nic.tool.QosTool;
import io.losslab.devices.nic.tool.QosTool.Ets;
import io.losslab.flowcontrol.strict.StrictPriorityType;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What a cell asks of a host's NICs. Where perftest sends, the NIC is to do what the experiment
 * says of hosts; where an agent does, it must not act on pauses itself. Pure.
 */
public final class NicWishes {
    private static final String STRICT = new StrictPriorityType().name();
    private static final String NO_LINK_PAUSE = "off";
    private static final int PERCENT = 100;

    /** ECT(0), so that switches may mark (RFC 3168). */
    private static final int ECN_CAPABLE = 2;

    private final Assignment assignment;
    private final Device device;
    private final HostConfig config;
    private final NicKeys keys;
    private final List<Message> states = new ArrayList<>();

    private NicWishes(Assignment assignment) {
        this.assignment = assignment;
        this.device = assignment.device();
        this.config = assignment.host().config();
        this.keys = NicKeys.of(device).orElse(new NicKeys(Set.of(), List.of(), List.of()));
    }

    /**
     * The states of all NICs of a host; empty where it has none that are to be configured.
     *
     * @throws CommandFailure where a NIC cannot do what the cell asks
     */
    public static Optional<DesiredState> of(Assignment assignment) {
        List<NicPort> nics = NicKeys.nics(assignment.device());
        if (nics.isEmpty() && NicKeys.of(assignment.device()).isPresent()) {
            throw CommandFailure.usage(
                    "%s has 'nic', but DPDK controls its NICs"
                            .formatted(assignment.device().name()),
                    "remove 'nic', or give the agent 'interfaces' of the kernel");
        }
        NicWishes wishes = new NicWishes(assignment);
        for (NicPort nic : nics) {
            if (nic.rdma().isPresent()) {
                wishes.perftest(nic);
            } else {
                wishes.agent(nic);
            }
        }
        return wishes.states.isEmpty()
                ? Optional.empty()
                : Optional.of(new DesiredState(assignment.device(), new NicPart(), wishes.states));
    }

    private void perftest(NicPort nic) {
        boolean strict = isStrict();
        Set<Integer> lossless = classes(config.getPauseResponder().getPriorities());
        Set<Integer> used = new TreeSet<>();
        Set<Integer> sent = new TreeSet<>();
        List<Node> own = assignment.binding().nodesOn(device);
        for (PlannedFlow flow : assignment.cell().flows()) {
            used.add(flow.trafficClass());
            if (own.contains(flow.from())) {
                sent.add(flow.trafficClass());
            }
        }
        Set<Integer> known = new TreeSet<>(used);
        known.addAll(lossless);
        mtu(nic);
        lldp(nic);
        linkPause(nic);
        trust(nic, known);
        pfc(nic, lossless);
        if (sent.size() > 1) {
            add(nic, NicSettings.ETS, EtsSetting.values(shares(sent, strict)));
        }
        dcqcn(nic, used);
        if (used.size() == 1) {
            int tos = dscp(used.iterator().next()) << 2 | ECN_CAPABLE;
            add(
                    nic,
                    NicSettings.TOS,
                    Map.of(NicState.OPTIONAL + TosSetting.TOS, String.valueOf(tos)));
        }
    }

    private static Set<Integer> classes(int mask) {
        Set<Integer> classes = new TreeSet<>();
        for (int each = 0; each < ClassMap.CLASSES; each++) {
            if ((mask >> each & 1) != 0) {
                classes.add(each);
            }
        }
        return classes;
    }

    /** A NIC that acts on pauses hides them from the agent, which does so itself. */
    private void agent(NicPort nic) {
        mtu(nic);
        lldp(nic);
        linkPause(nic);
        pfc(nic, Set.of());
    }

    private void mtu(NicPort nic) {
        int bytes = config.getMtuBytes() + MtuSetting.ROCE_HEADER_BYTES;
        add(nic, NicSettings.MTU, Map.of(MtuSetting.LEAST, String.valueOf(bytes)));
    }

    private void lldp(NicPort nic) {
        add(nic, NicSettings.LLDP, Map.of(NicState.OPTIONAL + LldpSetting.AGENT, LldpSetting.OFF));
    }

    private void linkPause(NicPort nic) {
        add(
                nic,
                NicSettings.PAUSE,
                Map.of(
                        NicState.OPTIONAL + PauseSetting.RECEIVE,
                        NO_LINK_PAUSE,
                        NicState.OPTIONAL + PauseSetting.SEND,
                        NO_LINK_PAUSE));
    }

    private void trust(NicPort nic, Set<Integer> known) {
        Map<Integer, Set<Integer>> priorities = new TreeMap<>();
        known.forEach(each -> priorities.put(dscp(each), Set.of(priority(each))));
        add(
                nic,
                NicSettings.TRUST,
                Map.of(
                        TrustSetting.TRUST,
                        TrustSetting.DSCP,
                        TrustSetting.CLASSES,
                        TrustSetting.text(priorities)));
    }

    /** A NIC without PFC need not be configured to have none. */
    private void pfc(NicPort nic, Set<Integer> lossless) {
        Map<String, String> values = new TreeMap<>();
        values.put(
                (lossless.isEmpty() ? NicState.OPTIONAL : "") + PfcSetting.PRIORITIES,
                NicKeys.bits(mask(lossless)));
        if (!keys.buffers().isEmpty()) {
            values.put(PfcSetting.BUFFERS, NicKeys.text(keys.buffers()));
        }
        if (!keys.bufferOfPriority().isEmpty()) {
            values.put(PfcSetting.BUFFER_OF, NicKeys.text(keys.bufferOfPriority()));
        }
        add(nic, NicSettings.PFC, values);
    }

    /**
     * Equal shares for the classes of its data, as hosts have them, or the higher class first.
     * Other priorities carry ACKs and CNPs and go first: a share of 0 % would let them wait while
     * there is data (mlx5, mlx5e_build_tc_group).
     */
    private Ets shares(Set<Integer> sent, boolean strict) {
        List<String> classes = IntStream.range(0, QosTool.COUNT).mapToObj(String::valueOf).toList();
        List<String> algorithms = new ArrayList<>(Collections.nCopies(QosTool.COUNT, "strict"));
        List<String> shares = new ArrayList<>(Collections.nCopies(QosTool.COUNT, "0"));
        if (!strict) {
            int rest = PERCENT % sent.size();
            for (int each : sent) {
                algorithms.set(priority(each), "ets");
                shares.set(
                        priority(each),
                        String.valueOf(PERCENT / sent.size() + (rest-- > 0 ? 1 : 0)));
            }
        }
        return new Ets(classes, algorithms, shares);
    }

    /**
     * Without congestion control it is disabled where the host can do so per priority; drivers of
     * the kernel cannot.
     */
    private void dcqcn(NicPort nic, Set<Integer> used) {
        Map<String, String> values = new TreeMap<>();
        int enabled = 0;
        if (config.hasCongestionControl()) {
            values.putAll(DcqcnWish.of(device.name(), config.getCongestionControl()));
            enabled = mask(used);
        }
        values.put(NicState.OPTIONAL + DcqcnSetting.RP_ENABLE, NicKeys.bits(enabled));
        values.put(NicState.OPTIONAL + DcqcnSetting.NP_ENABLE, NicKeys.bits(enabled));
        add(nic, NicSettings.DCQCN, values);
    }

    /** Whether higher classes go first; a NIC runs no other scheme itself. */
    private boolean isStrict() {
        boolean strict = false;
        for (PortFlowControl port : config.getPortsList()) {
            for (NamedScheme scheme : port.getSchemesList()) {
                if (!scheme.getName().equals(STRICT)) {
                    throw CommandFailure.usage(
                            "%s: a NIC does not support %s"
                                    .formatted(device.name(), scheme.getName()),
                            "choose pfc for the links of hosts with perftest, or hosts with an"
                                    + " agent");
                }
                strict = true;
            }
        }
        return strict;
    }

    private void add(NicPort nic, NicSetting setting, Map<String, String> values) {
        if (!keys.keep().contains(setting.name())) {
            states.add(new NicState(nic.name(), setting.name(), values).message());
        }
    }

    private int dscp(int trafficClass) {
        return assignment.classes().of(trafficClass).dscp();
    }

    /** The NIC's priority is the one in PFC frames. */
    private int priority(int trafficClass) {
        return assignment.classes().of(trafficClass).pcp();
    }

    /** Priorities of some classes, as a mask. */
    private int mask(Set<Integer> classes) {
        return classes.stream().mapToInt(each -> 1 << priority(each)).reduce(0, (a, b) -> a | b);
    }
}

package io.losslab.devices.commodity;

import io.losslab.api.gnmi.PathText;
import io.losslab.configs.testbed.Device;
import io.losslab.driver.gnmi.CounterPaths;
import io.losslab.driver.gnmi.GnmiDialect;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.v1.Counter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * {@code eos}: Arista EOS. Lossless priorities of a port are a bitmap in hexadecimal, bit i =
 * priority i, which has effect where PFC is on at the port; that and thresholds are set by its CLI.
 * Source: aristanetworks/yang, EOS-4.36.1F: arista-qos-augments, arista-intf-augments,
 * pathreport.csv. The shortest interval of its samples is not published; 1 s is ours.
 */
final class EosProfile implements Profile {
    private static final String BITMAP = "priorities-no-drop";
    private static final String PFC_COUNTERS =
            "/interfaces/interface[name={port}]/ethernet/pfc/priorities/priority[index={priority}]/state/";
    private static final long SHORTEST_SAMPLE_NANOS = 1_000_000_000L;

    @Override
    public String word() {
        return "eos";
    }

    @Override
    public String system() {
        return "Arista EOS";
    }

    @Override
    public boolean has(ModelData model) {
        return model.getOrganization().startsWith("Arista");
    }

    @Override
    public GnmiDialect dialect(Device device) {
        return GnmiDialect.of(Encoding.JSON_IETF)
                .withModuleNames()
                .sampledEvery(SHORTEST_SAMPLE_NANOS);
    }

    @Override
    public Set<Aspect> settable() {
        return EnumSet.of(Aspect.PRIORITIES);
    }

    @Override
    public String byHand(Aspect aspect, AskedPorts asked) {
        return switch (aspect) {
            case PFC -> "'priority-flow-control on' in each interface";
            case PRIORITIES ->
                    "'priority-flow-control priority %s no-drop' in each interface"
                            .formatted(asked.pfc().get(0).priorities().get(0));
            case THRESHOLDS -> "the PFC buffer profile of the platform";
            case ECN -> "'random-detect ecn ...' in the transmit queue";
        };
    }

    @Override
    public List<Update> leaves(Device device, AskedPorts asked, Set<Aspect> byHand) {
        List<Update> leaves = new ArrayList<>();
        if (byHand.contains(Aspect.PRIORITIES)) {
            return leaves;
        }
        for (PortPfc port : asked.pfc()) {
            PathElem entry =
                    PathElem.newBuilder()
                            .setName("interface")
                            .putKey("interface-id", port.port())
                            .build();
            Path.Builder list = PathText.parse("/qos/interfaces").toBuilder().addElem(entry);
            leaves.add(leaf(device, below(list.build(), "config/interface-id"), port.port()));
            leaves.add(
                    leaf(
                            device,
                            below(list.build(), "output/pfc/config/" + BITMAP),
                            bitmap(port.priorities().stream().mapToInt(bit -> 1 << bit).sum())));
        }
        return leaves;
    }

    private static Path below(Path path, String rest) {
        return path.toBuilder().addAllElem(PathText.parse(rest).getElemList()).build();
    }

    /** Leading zeros and letters' case are the system's affair. */
    @Override
    public Object asSet(String path, Object value) {
        if (!path.endsWith("/" + BITMAP)) {
            return value;
        }
        try {
            return bitmap(HexFormat.fromHexDigits(String.valueOf(value)));
        } catch (IllegalArgumentException e) {
            return value;
        }
    }

    private static String bitmap(int priorities) {
        return "%02x"
                .formatted(priorities & (1 << PriorityMask.COUNT) - 1)
                .toLowerCase(Locale.ROOT);
    }

    @Override
    public CounterPaths counters() {
        return CounterPaths.INTERFACES.and(
                Map.of(),
                Map.of(
                        Counter.RX_PAUSE_FRAMES,
                        PFC_COUNTERS + "in-frames",
                        Counter.TX_PAUSE_FRAMES,
                        PFC_COUNTERS + "out-frames"));
    }
}

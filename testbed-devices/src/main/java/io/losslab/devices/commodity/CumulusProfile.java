package io.losslab.devices.commodity;

import io.losslab.configs.testbed.Device;
import io.losslab.driver.gnmi.CounterPaths;
import io.losslab.driver.gnmi.GnmiDialect;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.v1.Counter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * {@code cumulus}: NVIDIA Cumulus Linux 5. Its gNMI has Capabilities and Subscribe, neither Get nor
 * Set; NVUE configures it. Source: Cumulus Linux 5.14 user guide, "gNMI Streaming" (RPC methods,
 * encodings, metrics) and "Quality of Service". The shortest interval of its samples is not
 * published; 1 s is ours.
 */
final class CumulusProfile implements Profile {
    private static final String PAUSES =
            "/qos/interfaces/interface[interface-id={port}]/switch-priority[priority={priority}]/state/counters/";
    private static final long SHORTEST_SAMPLE_NANOS = 1_000_000_000L;

    @Override
    public String word() {
        return "cumulus";
    }

    @Override
    public String system() {
        return "NVIDIA Cumulus Linux";
    }

    @Override
    public boolean has(ModelData model) {
        return model.getName().startsWith("nvidia-")
                || model.getOrganization().toUpperCase(Locale.ROOT).contains("NVIDIA");
    }

    @Override
    public GnmiDialect dialect(Device device) {
        return GnmiDialect.of(Encoding.PROTO).withoutGet().sampledEvery(SHORTEST_SAMPLE_NANOS);
    }

    @Override
    public Set<Aspect> settable() {
        return EnumSet.noneOf(Aspect.class);
    }

    @Override
    public String byHand(Aspect aspect, AskedPorts asked) {
        return switch (aspect) {
            case PFC -> "'nv set interface PORT qos pfc profile PROFILE'";
            case PRIORITIES ->
                    "'nv set qos pfc PROFILE switch-priority %s'"
                            .formatted(asked.pfc().get(0).priorities().get(0));
            case THRESHOLDS ->
                    "'nv set qos pfc PROFILE xoff-threshold BYTES', 'xon-threshold', 'port-buffer'";
            case ECN -> "'nv set qos congestion-control PROFILE traffic-class CLASS ecn enabled'";
        };
    }

    @Override
    public List<Update> leaves(Device device, AskedPorts asked, Set<Aspect> byHand) {
        return List.of();
    }

    @Override
    public CounterPaths counters() {
        return CounterPaths.INTERFACES.and(
                Map.of(),
                Map.of(
                        Counter.RX_PAUSE_FRAMES,
                        PAUSES + "in-pause-pkts",
                        Counter.TX_PAUSE_FRAMES,
                        PAUSES + "out-pause-pkts"));
    }
}

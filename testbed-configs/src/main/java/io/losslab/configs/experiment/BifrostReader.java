package io.losslab.configs.experiment;

import io.losslab.api.units.Nanos;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.bifrost.BifrostSettings;
import io.losslab.flowcontrol.bifrost.BifrostSettings.Leak;
import io.losslab.flowcontrol.bifrost.BifrostSettings.VirtualIncoming;
import java.util.List;
import java.util.Optional;

/** Reads the key {@code bifrost} of a rule for a port's link. */
final class BifrostReader {
    private static final int MAX_LEAK_PERIOD = 1_000_000;

    private BifrostReader() {}

    static Optional<BifrostSettings> read(YamlMap map, LinkProfile link, int defaultPriorities) {
        int priorities = PriorityList.read(map, defaultPriorities);
        Optional<Long> slot = map.get("slot").flatMap(YamlValue::time).map(Nanos::nanos);
        if (slot.isPresent() && slot.get() == 0) {
            map.getOrSelf("slot").error("slot must be above 0ns");
            return Optional.empty();
        }
        long slotNanos = slot.orElse(1L);
        int leakPeriod =
                map.get("leakPeriod")
                        .flatMap(value -> value.integer(1, MAX_LEAK_PERIOD))
                        .map(Long::intValue)
                        .orElse(1);
        BifrostSettings standard = BifrostSettings.of(link, priorities, slotNanos);
        Optional<Long> queueBuffer =
                PfcReader.sizeOrAuto(map, "queueBuffer", standard.queueBufferBytes());
        Optional<Long> extra =
                PfcReader.sizeOrAuto(
                        map,
                        "extraHeadroom",
                        BifrostSettings.leakHeadroomBytes(leakPeriod, link, slotNanos));
        Optional<Long> tolerance = PfcReader.sizeOrAuto(map, "leakTolerance", link.maxFrameBytes());
        Leak leak =
                map.get("leak")
                        .flatMap(value -> value.choice(List.of("debt", "paper")))
                        .filter("paper"::equals)
                        .map(word -> Leak.PAPER)
                        .orElse(Leak.DEBT);
        VirtualIncoming incoming =
                map.get("virtualIncoming")
                        .flatMap(value -> value.choice(List.of("counter", "history")))
                        .filter("history"::equals)
                        .map(word -> VirtualIncoming.HISTORY)
                        .orElse(VirtualIncoming.COUNTER);
        boolean unsafe = map.get("unsafe").flatMap(YamlValue::flag).orElse(false);
        if (slot.isEmpty() || queueBuffer.isEmpty() || extra.isEmpty() || tolerance.isEmpty()) {
            return Optional.empty();
        }
        if (queueBuffer.get() == 0) {
            map.getOrSelf("queueBuffer").error("queueBuffer must be above 0B");
            return Optional.empty();
        }
        return Optional.of(
                new BifrostSettings(
                        priorities,
                        link.rateBitsPerSecond(),
                        link.delayNanos(),
                        slotNanos,
                        queueBuffer.get(),
                        leakPeriod,
                        extra.get(),
                        tolerance.get(),
                        leak,
                        incoming,
                        unsafe));
    }
}

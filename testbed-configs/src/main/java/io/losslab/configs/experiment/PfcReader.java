package io.losslab.configs.experiment;

import io.losslab.api.units.DataSize;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.pause.PauseTimer;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.pfc.PfcSettings.Threshold;
import java.util.List;
import java.util.Optional;

/** Reads the key {@code pfc} of a rule for a port's link. */
final class PfcReader {
    static final String AUTO = "auto";

    /** XON below XOFF under a dynamic threshold, where the file does not say. */
    private static final long DEFAULT_RESUME_OFFSET_BYTES = 3 * 1024;

    private PfcReader() {}

    static Optional<PfcSettings> read(YamlMap map, LinkProfile link, int defaultPriorities) {
        int priorities = PriorityList.read(map, defaultPriorities);
        Optional<Long> headroom = sizeOrAuto(map, "headroom", PfcSettings.safeHeadroomBytes(link));
        PauseTimer timer =
                map.get("timer")
                        .flatMap(value -> value.choice(List.of("quanta", "untilResume")))
                        .filter("untilResume"::equals)
                        .map(word -> PauseTimer.UNTIL_RESUME)
                        .orElse(PauseTimer.QUANTA);
        Optional<PfcSettings> settings =
                isDynamic(map)
                        ? dynamic(map, priorities, headroom)
                        : fixed(map, priorities, headroom);
        return settings.map(pfc -> pfc.withTimer(timer));
    }

    /** The size of a key, or what {@code auto} or the key's absence stand for. */
    static Optional<Long> sizeOrAuto(YamlMap map, String key, long auto) {
        Optional<YamlValue> value = map.get(key);
        if (value.isEmpty()
                || value.get().isScalar() && value.get().text().filter(AUTO::equals).isPresent()) {
            return Optional.of(auto);
        }
        return value.flatMap(YamlValue::size).map(DataSize::bytes);
    }

    private static boolean isDynamic(YamlMap map) {
        Optional<String> threshold =
                map.get("threshold").flatMap(v -> v.choice(List.of("static", "dynamic")));
        return threshold.map("dynamic"::equals).orElse(map.has("alpha") && !map.has("xoff"));
    }

    private static Optional<PfcSettings> dynamic(
            YamlMap map, int priorities, Optional<Long> headroom) {
        for (String key : List.of("xoff", "xon")) {
            if (map.has(key)) {
                map.getOrSelf(key)
                        .error(
                                "'%s' goes with a static threshold, this one is dynamic"
                                        .formatted(key));
            }
        }
        if (!map.has("alpha")) {
            map.self().error("a dynamic threshold lacks the key 'alpha'");
        }
        Optional<Double> alpha = map.get("alpha").flatMap(YamlValue::positive);
        long offset =
                map.get("resumeOffset")
                        .flatMap(YamlValue::size)
                        .map(DataSize::bytes)
                        .orElse(DEFAULT_RESUME_OFFSET_BYTES);
        return alpha.isPresent() && headroom.isPresent()
                ? Optional.of(
                        new PfcSettings(
                                priorities,
                                Threshold.DYNAMIC,
                                0,
                                0,
                                alpha.get(),
                                offset,
                                headroom.get(),
                                PauseTimer.QUANTA))
                : Optional.empty();
    }

    private static Optional<PfcSettings> fixed(
            YamlMap map, int priorities, Optional<Long> headroom) {
        for (String key : List.of("alpha", "resumeOffset")) {
            if (map.has(key)) {
                map.getOrSelf(key)
                        .error(
                                "'%s' goes with a dynamic threshold, this one is static"
                                        .formatted(key));
            }
        }
        if (!map.has("xoff")) {
            map.self().error("a static threshold lacks the key 'xoff'");
            return Optional.empty();
        }
        Optional<Long> xoff = map.getOrSelf("xoff").size().map(DataSize::bytes);
        Optional<Long> xon =
                map.has("xon") ? map.getOrSelf("xon").size().map(DataSize::bytes) : xoff;
        if (xoff.isEmpty() || xon.isEmpty() || headroom.isEmpty()) {
            return Optional.empty();
        }
        if (xoff.get() == 0) {
            map.getOrSelf("xoff").error("xoff must be above 0B");
            return Optional.empty();
        }
        if (xon.get() > xoff.get()) {
            map.getOrSelf("xon")
                    .error(
                            "xon %,d B is %,d B above xoff"
                                    .formatted(xon.get(), xon.get() - xoff.get()),
                            "at most xoff, " + new DataSize(xoff.get()),
                            "");
            return Optional.empty();
        }
        return Optional.of(PfcSettings.ofStatic(priorities, xoff.get(), xon.get(), headroom.get()));
    }
}

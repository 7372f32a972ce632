package io.losslab.configs.network;

import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The values of a generator's mapping. What is wrong or missing is reported where it is read and
 * gives a stand-in, so that the rest is read too. Not thread safe.
 */
final class GeneratorValues {
    private static final DataRate ANY_RATE = new DataRate(1);

    private final YamlMap map;
    private boolean sound = true;

    GeneratorValues(YamlMap map) {
        this.map = map;
    }

    /** Whether all values read so far were right. */
    boolean sound() {
        return sound;
    }

    /** Reports a mistake in the value of a key. */
    void error(String key, String message) {
        map.getOrSelf(key).error(message);
        sound = false;
    }

    /** Reports a mistake in a value. */
    void refuse(YamlValue value, String message, String expected) {
        value.error(message, expected, "");
        sound = false;
    }

    boolean has(String key) {
        return map.has(key);
    }

    List<YamlValue> items(String key) {
        return map.get(key).map(YamlValue::items).orElse(List.of());
    }

    int integer(String key, int least, int most) {
        return read(map.get(key).flatMap(value -> value.integer(least, most)), (long) least)
                .intValue();
    }

    int integerOr(String key, int least, int most, int absent) {
        return has(key) ? integer(key, least, most) : absent;
    }

    Nanos time(String key) {
        return read(map.get(key).flatMap(YamlValue::time), new Nanos(0));
    }

    /** A size above zero. */
    DataSize size(String key) {
        DataSize size = read(map.get(key).flatMap(YamlValue::size), new DataSize(1));
        if (size.bytes() > 0) {
            return size;
        }
        error(key, "'%s' must be above 0B".formatted(key));
        return new DataSize(1);
    }

    DataSize sizeOr(String key, DataSize absent) {
        return has(key) ? size(key) : absent;
    }

    DataRate rate(String key) {
        return map.get(key).map(this::rate).orElseGet(() -> read(Optional.empty(), ANY_RATE));
    }

    /** A rate for each of some layers: of a list, or the one there is for all. */
    List<DataRate> rates(String key, int layers) {
        List<DataRate> rates = new ArrayList<>();
        for (YamlValue value : map.get(key).map(YamlValue::itemsOrOne).orElse(List.of())) {
            rates.add(rate(value));
        }
        while (has(key) && !map.getOrSelf(key).isList() && rates.size() < layers) {
            rates.add(rates.get(0));
        }
        if (rates.size() != layers) {
            error(key, "there are %d layers, here are %d rates".formatted(layers, rates.size()));
        }
        return rates;
    }

    /** A link of a rate and the generator's {@code delay}. */
    LinkType link(String rateKey) {
        return new LinkType(rate(rateKey), time("delay"));
    }

    /** A long link, by {@code length} or {@code longDelay}. */
    LinkType longLink(DataRate rate) {
        if (has("length") == has("longDelay")) {
            error("longDelay", "the long link has either a 'length' or a 'longDelay'");
            return new LinkType(rate, new Nanos(0));
        }
        return new LinkType(
                rate,
                has("longDelay")
                        ? time("longDelay")
                        : read(
                                map.getOrSelf("length").length().map(FiberLength::delay),
                                new Nanos(0)));
    }

    /** A switch of the generator's {@code pipeline} and the buffer of a key. */
    SwitchType switches(String bufferKey) {
        return new SwitchType(
                size(bufferKey), has("pipeline") ? time("pipeline") : Node.DEFAULT_PIPELINE);
    }

    private DataRate rate(YamlValue value) {
        DataRate rate = read(value.rate(), ANY_RATE);
        if (rate.bitsPerSecond() > 0) {
            return rate;
        }
        value.error("a link needs a rate above 0bps");
        sound = false;
        return ANY_RATE;
    }

    private <T> T read(Optional<T> value, T standIn) {
        sound &= value.isPresent();
        return value.orElse(standIn);
    }
}

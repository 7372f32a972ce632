package io.losslab.flowcontrol.setting;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Values of a scheme's settings, by key. Immutable.
 *
 * <p>Kept as text in base units, as they travel over gRPC: bytes, nanoseconds, bits a second.
 *
 * @param values by key
 */
public record Settings(Map<String, String> values) {
    /** None given. */
    public static final Settings NONE = new Settings(Map.of());

    public Settings {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /**
     * What the settings of ports mean, by port.
     *
     * @param read turns those of a port into what its scheme knows them as
     */
    public static <T> Map<Integer, T> read(
            Map<Integer, Settings> byPort, Function<Settings, T> read) {
        Map<Integer, T> meant = new TreeMap<>();
        byPort.forEach((port, settings) -> meant.put(port, read.apply(settings)));
        return meant;
    }

    public boolean has(String key) {
        return values.containsKey(key) && !isAuto(key);
    }

    /** Whether the value is to follow from the link. */
    public boolean isAuto(String key) {
        return Setting.AUTO.equals(values.get(key));
    }

    /**
     * A whole number: bytes, nanoseconds, bits a second, a count.
     *
     * @throws IllegalArgumentException where it is missing or no whole number
     */
    public long whole(String key) {
        String text = text(key);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " must be a whole number: " + text, e);
        }
    }

    /**
     * A real number.
     *
     * @throws IllegalArgumentException where it is missing or no number
     */
    public double real(String key) {
        String text = text(key);
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " must be a number: " + text, e);
        }
    }

    /**
     * The priorities that are controlled, bit i = priority i.
     *
     * @throws IllegalArgumentException where they are missing or none
     */
    public int priorities() {
        return PriorityMask.require(whole(Setting.PRIORITIES));
    }

    /**
     * The seed of random draws; 0 as long as no cell gave its own.
     *
     * @throws IllegalArgumentException where it is missing or no whole number
     */
    public long seed() {
        return isAuto(Setting.SEED) ? 0 : whole(Setting.SEED);
    }

    /**
     * A whole number of an {@code int}.
     *
     * @throws IllegalArgumentException where it is missing or none
     */
    public int integer(String key) {
        long value = whole(key);
        require(value == (int) value, key + " is too large: " + value);
        return (int) value;
    }

    /**
     * A word of a choice.
     *
     * @throws IllegalArgumentException where it is missing or none of them
     */
    public <E extends Enum<E>> E choice(String key, Class<E> choices) {
        String word = text(key);
        for (E choice : choices.getEnumConstants()) {
            if (Setting.word(choice).equals(word)) {
                return choice;
            }
        }
        throw new IllegalArgumentException(key + " has no choice '" + word + "'");
    }

    /**
     * Checks what settings mean.
     *
     * @throws IllegalArgumentException where it does not hold
     */
    public static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    public boolean flag(String key) {
        return Boolean.parseBoolean(text(key));
    }

    /**
     * A value as text.
     *
     * @throws IllegalArgumentException where it is missing
     */
    public String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("the setting '" + key + "' is missing");
        }
        return value;
    }

    public Settings with(String key, String value) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        changed.put(key, value);
        return new Settings(changed);
    }

    public Settings with(String key, long value) {
        return with(key, Long.toString(value));
    }

    public Settings with(String key, double value) {
        return with(key, Double.toString(value));
    }

    /** Sets a key that is still {@link Setting#AUTO}. */
    public Settings resolve(String key, long value) {
        return isAuto(key) ? with(key, value) : this;
    }

    /** Settings less those of some keys that are still {@link Setting#AUTO}. */
    public Settings withoutAuto(String... keys) {
        return without(Stream.of(keys).filter(this::isAuto).toArray(String[]::new));
    }

    /** Settings less some keys. */
    public Settings without(String... keys) {
        Map<String, String> fewer = new LinkedHashMap<>(values);
        List.of(keys).forEach(fewer::remove);
        return new Settings(fewer);
    }

    /**
     * Every value as files write it, in the order of the keys; a key without a value is left out.
     */
    public Map<String, String> printed(List<Setting> keys) {
        Map<String, String> printed = new LinkedHashMap<>();
        for (Setting key : keys) {
            String value = values.get(key.key());
            if (value != null) {
                printed.put(key.key(), key.kind().print(value));
            }
        }
        return printed;
    }
}

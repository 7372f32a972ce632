package io.losslab.flowcontrol;

import java.util.List;

/**
 * One key of a scheme's settings: what an experiment file may say, and what stands if it does not.
 *
 * @param key lowerCamelCase, the paper's term
 * @param kind of its value
 * @param choices of a CHOICE; else empty
 * @param otherwise the value as written where the file gives none; {@link #AUTO} where the link
 *     decides
 * @param meaning one line for people, with unit and source
 */
public record Setting(
        String key, Kind kind, List<String> choices, String otherwise, String meaning) {
    /** Stands for a value that follows from the link. */
    public static final String AUTO = "auto";

    /** What a value is. */
    public enum Kind {
        /** Bytes; a size in files. */
        SIZE,
        /** Nanoseconds; a time in files. */
        TIME,
        /** Bits a second; a rate in files. */
        RATE,
        /** A real number. */
        NUMBER,
        /** A whole number. */
        INTEGER,
        /** One of a few words. */
        CHOICE,
        /** true or false. */
        FLAG
    }

    public Setting {
        choices = List.copyOf(choices);
    }

    public static Setting size(String key, String otherwise, String meaning) {
        return new Setting(key, Kind.SIZE, List.of(), otherwise, meaning);
    }

    public static Setting time(String key, String otherwise, String meaning) {
        return new Setting(key, Kind.TIME, List.of(), otherwise, meaning);
    }

    public static Setting rate(String key, String otherwise, String meaning) {
        return new Setting(key, Kind.RATE, List.of(), otherwise, meaning);
    }

    public static Setting number(String key, String otherwise, String meaning) {
        return new Setting(key, Kind.NUMBER, List.of(), otherwise, meaning);
    }

    public static Setting integer(String key, String otherwise, String meaning) {
        return new Setting(key, Kind.INTEGER, List.of(), otherwise, meaning);
    }

    public static Setting flag(String key, boolean otherwise, String meaning) {
        return new Setting(key, Kind.FLAG, List.of(), Boolean.toString(otherwise), meaning);
    }

    /** A choice; the first word stands where the file gives none. */
    public static Setting choice(String key, List<String> words, String meaning) {
        return new Setting(key, Kind.CHOICE, words, words.get(0), meaning);
    }
}

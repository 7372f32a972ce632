package io.losslab.configs.language;

import java.util.Optional;

/**
 * One key of a section: all that a reader, an editor and the documentation know of it.
 *
 * @param <T> what its value is read as
 * @param name lowerCamelCase
 * @param type of its value
 * @param required whether it must be there
 * @param standard what stands where it is absent; empty where nothing does, or {@code absent} says
 * @param absent what stands where it is absent and no one value does, for users; may be empty
 * @param example a value as written; may be empty
 * @param literal whether no {@code ${parameter}} can stand in it
 * @param meaning one sentence for users, with its source
 */
public record Key<T>(
        String name,
        Type<T> type,
        boolean required,
        Optional<T> standard,
        String absent,
        String example,
        boolean literal,
        String meaning) {

    /** A key that must be there. */
    public static <T> Key<T> required(String name, Type<T> type, String meaning) {
        return new Key<>(name, type, true, Optional.empty(), "", "", false, meaning);
    }

    /** A key that may be left out. */
    public static <T> Key<T> optional(String name, Type<T> type, String meaning) {
        return new Key<>(name, type, false, Optional.empty(), "", "", false, meaning);
    }

    /** The same key where it must be there. */
    public Key<T> mandatory() {
        return new Key<>(name, type, true, standard, absent, example, literal, meaning);
    }

    /** A key of the same name whose values are known better. */
    public <U> Key<U> typed(Type<U> better) {
        return new Key<>(
                name, better, required, Optional.empty(), absent, example, literal, meaning);
    }

    /** The same key with a value that stands where it is absent. */
    public Key<T> otherwise(T value) {
        return new Key<>(
                name, type, required, Optional.of(value), absent, example, literal, meaning);
    }

    /** The same key, where several values may stand for its absence: which, for users. */
    public Key<T> ifAbsent(String words) {
        return new Key<>(name, type, required, standard, words, example, literal, meaning);
    }

    /** The same key with an example. */
    public Key<T> like(String value) {
        return new Key<>(name, type, required, standard, absent, value, literal, meaning);
    }

    /** The same key, read before parameters have values. */
    public Key<T> withoutParameters() {
        return new Key<>(name, type, required, standard, absent, example, true, meaning);
    }

    /** What stands where it is absent, as written; else who decides; empty where nothing does. */
    public String fallback() {
        return standard.map(type.printer()).map(Object::toString).orElse(absent);
    }

    /** How it is written, for users: {@code buffer: size above 0B}. */
    String form() {
        return name + ": " + type.form();
    }
}

package io.losslab.configs.language;

import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a file says in a section, already checked for unknown, missing and repeated keys and for
 * keys that do not go together.
 */
public final class Fields {
    private final Section section;
    private final YamlValue self;
    private final Map<String, YamlValue.Entry> entries = new LinkedHashMap<>();
    private final Optional<Section> kind;
    private boolean complete = true;
    private boolean unknown;

    Fields(Section section, YamlValue self) {
        this.section = section;
        this.self = self;
        for (YamlValue.Entry entry : self.entries()) {
            if (section.has(entry.key())) {
                entries.put(entry.key(), entry);
            } else {
                unknown = true;
                reportUnknown(entry);
            }
        }
        reportMissing(section);
        checkRules(section);
        this.kind = section.kindKey().flatMap(this::findKind);
        kind.ifPresent(this::checkKind);
    }

    /** The mapping itself, for problems that concern all of it. */
    public YamlValue self() {
        return self;
    }

    /** What it was read as. */
    public Section section() {
        return section;
    }

    /** Whether there was a key that the section has not, which was reported. */
    public boolean hasUnknownKeys() {
        return unknown;
    }

    /** Whether all that must be there is there, and the keys go together. */
    public boolean isComplete() {
        return complete;
    }

    /** Whether the section may have a key. */
    public boolean knows(Key<?> key) {
        return section.has(key.name());
    }

    /** Whether the file says something of a key. */
    public boolean has(Key<?> key) {
        return names(known(key));
    }

    /** What the file says of a key; empty where it is absent, or wrong, which was reported. */
    public <T> Optional<T> get(Key<T> key) {
        return written(key).flatMap(key.type().reader());
    }

    /**
     * What the file says of a key, or what stands where it is absent, or wrong, which was reported.
     *
     * @throws IllegalArgumentException where nothing stands for the key
     */
    public <T> T value(Key<T> key) {
        return get(key).or(key::standard)
                .orElseThrow(() -> new IllegalArgumentException("no value of " + key.name()));
    }

    /** The value of a key as written; empty where it is absent. */
    public Optional<YamlValue> written(Key<?> key) {
        return Optional.ofNullable(entries.get(known(key))).map(YamlValue.Entry::value);
    }

    /** Texts by the keys they are given for, where every key takes a text. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        entries.forEach(
                (key, entry) -> entry.value().word().ifPresent(text -> texts.put(key, text)));
        return texts;
    }

    /** Whether all that must be there is there and every value is right; reports what is not. */
    public boolean isSound() {
        boolean sound = complete;
        for (String name : entries.keySet()) {
            Section holder = kind.filter(one -> one.has(name)).orElse(section);
            sound &= get(holder.key(name)).isPresent();
        }
        return sound;
    }

    /** Something to blame: the value of a key, or the mapping where it is absent. */
    public YamlValue blame(Key<?> key) {
        return blame(known(key));
    }

    boolean names(String key) {
        return entries.containsKey(key);
    }

    /** Something to blame: the value of a key, or the mapping where it has none of that name. */
    public YamlValue blame(String key) {
        return names(key) ? entries.get(key).value() : self;
    }

    private String known(Key<?> key) {
        if (!section.has(key.name())) {
            throw new IllegalArgumentException(section.title() + " has no key " + key.name());
        }
        return key.name();
    }

    private void reportUnknown(YamlValue.Entry entry) {
        List<String> known = section.names();
        entry.unknown("unknown key '%s' in %s".formatted(entry.key(), section.title()), known);
    }

    private void reportMissing(Section of) {
        for (Key<?> key : of.keys()) {
            if (key.required() && !names(key.name())) {
                String message = "%s lacks the key '%s'".formatted(of.title(), key.name());
                self.error(message, key.form(), "");
                complete = false;
            }
        }
    }

    private void checkRules(Section of) {
        for (Rule rule : of.rules()) {
            complete &= rule.holds(this, of.title());
        }
    }

    private Optional<Section> findKind(Key<?> key) {
        Optional<String> word = printed(key);
        return section.kinds().stream()
                .filter(one -> word.filter(one.name()::equals).isPresent())
                .findFirst();
    }

    private <T> Optional<String> printed(Key<T> key) {
        return get(key).map(key.type().printer()).map(Object::toString);
    }

    /** Reports keys that the kind has not, and those it must have. */
    private void checkKind(Section of) {
        List<String> common = new ArrayList<>();
        section.keys().forEach(key -> common.add(key.name()));
        for (YamlValue.Entry entry : entries.values()) {
            if (!common.contains(entry.key()) && !of.has(entry.key())) {
                entry.error(
                        "'%s' is not a key of %s".formatted(entry.key(), of.title()),
                        "one of " + String.join(", ", of.names()),
                        "");
            }
        }
        reportMissing(of);
        checkRules(of);
    }
}

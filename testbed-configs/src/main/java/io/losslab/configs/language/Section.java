package io.losslab.configs.language;

import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A mapping of a file: its keys, and how they go together.
 *
 * <p>A section may come in kinds: the value of one key then says which further keys it has. Each
 * kind is a section of its own, named by that value.
 */
public final class Section {
    private final String name;
    private final String title;
    private final String meaning;
    private final List<Key<?>> keys;
    private final List<Rule> rules;
    private final Optional<Key<?>> kindKey;
    private final List<Section> kinds;
    private final Map<String, Key<?>> byName = new LinkedHashMap<>();

    private Section(
            String name,
            String title,
            String meaning,
            List<Key<?>> keys,
            List<Rule> rules,
            Optional<Key<?>> kindKey,
            List<Section> kinds) {
        this.name = name;
        this.title = title;
        this.meaning = meaning;
        this.keys = List.copyOf(keys);
        this.rules = List.copyOf(rules);
        this.kindKey = kindKey;
        this.kinds = List.copyOf(kinds);
        keys.forEach(key -> byName.put(key.name(), key));
        kinds.forEach(kind -> kind.keys.forEach(key -> byName.putIfAbsent(key.name(), key)));
    }

    /**
     * A section of keys.
     *
     * @param name of its definition in the schema, lowerCamelCase
     * @param title what it is, for messages: {@code a link}
     * @param meaning a sentence for users
     */
    public static Section of(String name, String title, String meaning, Key<?>... keys) {
        return of(name, title, meaning, List.of(keys));
    }

    /** A section of a list of keys. */
    public static Section of(String name, String title, String meaning, List<Key<?>> keys) {
        return new Section(name, title, meaning, keys, List.of(), Optional.empty(), List.of());
    }

    /** The section that values of a type are; empty where they are none. */
    public static Optional<Section> of(Type<?> type) {
        return type.schema().get(Type.REFERENCE) instanceof Section section
                ? Optional.of(section)
                : Optional.empty();
    }

    /** The same section where at most one of some keys is given. */
    public Section withAtMostOneOf(Key<?>... some) {
        return with(new Rule(Rule.Kind.AT_MOST_ONE, List.of(some)));
    }

    /** The same section where just one of some keys is given. */
    public Section withOneOf(Key<?>... some) {
        return with(new Rule(Rule.Kind.ONE, List.of(some)));
    }

    /** The same section where one of some keys is given, or several. */
    public Section withSomeOf(Key<?>... some) {
        return with(new Rule(Rule.Kind.ONE_OR_MORE, List.of(some)));
    }

    /** The same section where one key is given only with another. */
    public Section where(Key<?> key, Key<?> needed) {
        return with(new Rule(Rule.Kind.NEEDS, List.of(key, needed)));
    }

    /** The same section where one key stands instead of all of the others. */
    public Section insteadOf(Key<?> key, Key<?>... others) {
        List<Key<?>> all = new ArrayList<>(List.of(key));
        all.addAll(List.of(others));
        return with(new Rule(Rule.Kind.INSTEAD, all));
    }

    /** The same section where two keys are given together, or neither. */
    public Section together(Key<?> one, Key<?> other) {
        return where(one, other).where(other, one);
    }

    /**
     * The same section in kinds.
     *
     * @param key of the section whose value names one of them
     */
    public Section inKinds(Key<?> key, List<Section> sections) {
        return new Section(name, title, meaning, keys, rules, Optional.of(key), sections);
    }

    /** The same section, read before parameters have values. */
    public Section withoutParameters() {
        List<Key<?>> literal = new ArrayList<>();
        keys.forEach(key -> literal.add(key.withoutParameters()));
        List<Section> literalKinds = kinds.stream().map(Section::withoutParameters).toList();
        return new Section(name, title, meaning, literal, rules, kindKey, literalKinds);
    }

    /** The same section with another key in place of that of its name. */
    public Section with(Key<?> better) {
        List<Key<?>> some = new ArrayList<>();
        keys.forEach(key -> some.add(key.name().equals(better.name()) ? better : key));
        return new Section(name, title, meaning, some, rules, kindKey, kinds);
    }

    private Section with(Rule rule) {
        List<Rule> more = new ArrayList<>(rules);
        more.add(rule);
        return new Section(name, title, meaning, keys, more, kindKey, kinds);
    }

    /** Name of its definition in the schema; of a kind, the word that stands for it. */
    public String name() {
        return name;
    }

    /** What it is, for messages. */
    public String title() {
        return title;
    }

    public String meaning() {
        return meaning;
    }

    /** The keys that all its kinds have. */
    public List<Key<?>> keys() {
        return keys;
    }

    public List<Rule> rules() {
        return rules;
    }

    /** Its kinds; none where it has all keys in common. */
    public List<Section> kinds() {
        return kinds;
    }

    /** The key whose value names the kind; empty where it comes in none. */
    public Optional<Key<?>> kindKey() {
        return kindKey;
    }

    /** Every key that it may have, those of its kinds behind the common ones. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        keys.stream().filter(Key::required).forEach(key -> names.add(key.name()));
        byName.keySet().stream().filter(key -> !names.contains(key)).forEach(names::add);
        return names;
    }

    /** Every key of it and of the sections in it, at any depth, sorted. */
    public Set<String> allNames() {
        Set<Section> within = new LinkedHashSet<>();
        collect(this, within);
        Set<String> names = new TreeSet<>();
        within.forEach(section -> names.addAll(section.byName.keySet()));
        return names;
    }

    /** Adds the sections of a schema, which is made of maps and lists. */
    private static void collect(Object schema, Set<Section> sections) {
        if (schema instanceof Section section && sections.add(section)) {
            section.kinds.forEach(kind -> collect(kind, sections));
            section.keys.forEach(key -> collect(key.type().schema(), sections));
        } else if (schema instanceof Map<?, ?> map) {
            map.values().forEach(part -> collect(part, sections));
        } else if (schema instanceof Collection<?> list) {
            list.forEach(part -> collect(part, sections));
        }
    }

    boolean has(String key) {
        return byName.containsKey(key);
    }

    Key<?> key(String key) {
        return byName.get(key);
    }

    /** The keys of a mapping, checked; empty, and reported, where the value is none. */
    public Optional<Fields> read(YamlValue value) {
        if (!value.isMap()) {
            value.reportWrongForm(title, "a mapping");
            return Optional.empty();
        }
        return Optional.of(new Fields(this, value));
    }

    /** A key of another section that holds this one and is named like it. */
    public Key<Fields> key() {
        return Key.optional(name, type(), meaning);
    }

    /** A value of this section. */
    public Type<Fields> type() {
        List<String> required = new ArrayList<>();
        keys.stream().filter(Key::required).forEach(key -> required.add(key.name()));
        String form = required.isEmpty() ? "mapping" : "{" + String.join(", ", required) + "}";
        return Type.section(this, form, this::read);
    }
}

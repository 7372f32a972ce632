package io.losslab.configs.language;

import static io.losslab.configs.language.Fragments.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The JSON Schema of a kind of file, from its declaration. Not thread safe. */
public final class JsonSchema {
    private static final String ANY_OF = "anyOf";
    private static final String PATTERN = "pattern";
    private static final String REQUIRED = "required";
    private static final String PARAMETER = ".*\\$\\{[A-Za-z][A-Za-z0-9_]*\\}.*";

    private final boolean parameters;
    private final Map<String, Object> definitions = new LinkedHashMap<>();
    private final Deque<Section> pending = new ArrayDeque<>();
    private final Set<Section> seen = new LinkedHashSet<>();

    private JsonSchema(boolean parameters) {
        this.parameters = parameters;
    }

    /**
     * The schema as text.
     *
     * @param file what it describes: {@code topology}
     * @param root section that is the whole file
     * @param parameters whether {@code ${parameters}} may stand in values
     */
    public static String text(String file, Section root, boolean parameters) {
        JsonSchema schema = new JsonSchema(parameters);
        Map<String, Object> text =
                json(
                        "$schema",
                        "https://json-schema.org/draft/2020-12/schema",
                        "$comment",
                        "Generated from the declaration of the keys; do not edit.",
                        "title",
                        "losslab " + file,
                        Type.REFERENCE,
                        schema.reference(root));
        while (!schema.pending.isEmpty()) {
            Section section = schema.pending.remove();
            Object other = schema.definitions.put(section.name(), schema.definition(section));
            if (other != null) {
                throw new IllegalStateException("two sections are named " + section.name());
            }
        }
        text.put("$defs", schema.definitions);
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(text)
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a declaration that is not JSON", e);
        }
    }

    private String reference(Section section) {
        if (seen.add(section)) {
            pending.add(section);
        }
        return "#/$defs/" + section.name();
    }

    private Map<String, Object> definition(Section section) {
        Map<String, Object> properties = new LinkedHashMap<>();
        section.keys().forEach(key -> properties.put(key.name(), property(key, key.meaning())));
        kindsByKey(section).forEach((name, kinds) -> properties.put(name, property(name, kinds)));
        Map<String, Object> definition =
                json(
                        "description",
                        section.meaning(),
                        "type",
                        "object",
                        "additionalProperties",
                        false,
                        "properties",
                        properties);
        List<Object> all = new ArrayList<>(constraints(section));
        section.kindKey()
                .ifPresent(
                        key -> section.kinds().forEach(kind -> all.add(kind(key, kind, section))));
        List<String> required = required(section);
        if (!required.isEmpty()) {
            definition.put(REQUIRED, required);
        }
        if (!all.isEmpty()) {
            definition.put("allOf", all);
        }
        return definition;
    }

    /** The kinds that have a key, by its name. */
    private static Map<String, List<Section>> kindsByKey(Section section) {
        Map<String, List<Section>> kinds = new LinkedHashMap<>();
        for (Section kind : section.kinds()) {
            for (Key<?> key : kind.keys()) {
                kinds.computeIfAbsent(key.name(), name -> new ArrayList<>()).add(kind);
            }
        }
        return kinds;
    }

    /** A key of some kinds: what it may be in one of them, and what it means in each. */
    private Map<String, Object> property(String name, List<Section> kinds) {
        Map<String, List<String>> kindsByMeaning = new LinkedHashMap<>();
        for (Section kind : kinds) {
            kindsByMeaning
                    .computeIfAbsent(kind.key(name).meaning(), meaning -> new ArrayList<>())
                    .add(kind.name());
        }
        String meaning =
                kindsByMeaning.entrySet().stream()
                        .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
                        .collect(Collectors.joining(" "));
        return differs(name, kinds)
                ? json("description", meaning)
                : property(kinds.get(0).key(name), meaning);
    }

    /** Whether a key has other values or another default in one kind than in another. */
    private static boolean differs(String name, List<Section> kinds) {
        Key<?> first = kinds.get(0).key(name);
        return kinds.stream()
                .map(kind -> kind.key(name))
                .anyMatch(
                        key ->
                                !key.type().schema().equals(first.type().schema())
                                        || !key.standard().equals(first.standard()));
    }

    private <T> Map<String, Object> property(Key<T> key, String meaning) {
        Map<String, Object> property = json("description", meaning);
        property.putAll(
                parameters && !key.literal()
                        ? open(key.type().schema())
                        : closed(key.type().schema()));
        key.standard().map(key.type().printer()).ifPresent(value -> property.put("default", value));
        if (!key.example().isEmpty()) {
            property.put("examples", List.of(key.example()));
        }
        return property;
    }

    /** A kind lacks the keys that only others have, and requires some of its own. */
    private Map<String, Object> kind(Key<?> key, Section kind, Section of) {
        Map<String, List<Section>> kinds = kindsByKey(of);
        Map<String, Object> own = new LinkedHashMap<>();
        for (Key<?> each : kind.keys()) {
            if (differs(each.name(), kinds.get(each.name()))) {
                own.put(each.name(), property(each, each.meaning()));
            }
        }
        List<Object> foreign =
                kinds.keySet().stream()
                        .filter(name -> !kind.has(name))
                        .map(name -> (Object) json(REQUIRED, List.of(name)))
                        .toList();
        Map<String, Object> then = new LinkedHashMap<>();
        if (!own.isEmpty()) {
            then.put("properties", own);
        }
        if (!foreign.isEmpty()) {
            then.put("not", json(ANY_OF, foreign));
        }
        if (!required(kind).isEmpty()) {
            then.put(REQUIRED, required(kind));
        }
        List<Object> constraints = constraints(kind);
        if (!constraints.isEmpty()) {
            then.put("allOf", constraints);
        }
        return json(
                "if",
                json("properties", json(key.name(), json("const", kind.name()))),
                "then",
                then);
    }

    private static List<String> required(Section section) {
        List<String> names = new ArrayList<>();
        section.keys().stream().filter(Key::required).forEach(key -> names.add(key.name()));
        return names;
    }

    private static List<Object> constraints(Section section) {
        return section.rules().stream().map(JsonSchema::constraint).toList();
    }

    private static Object constraint(Rule rule) {
        List<Object> each =
                rule.names().stream().map(key -> (Object) json(REQUIRED, List.of(key))).toList();
        List<String> others = rule.names().subList(1, rule.keys().size());
        return switch (rule.kind()) {
            case ONE -> json("oneOf", each);
            case ONE_OR_MORE -> json(ANY_OF, each);
            case AT_MOST_ONE -> {
                List<Object> alternatives = new ArrayList<>(each);
                alternatives.add(json("not", json(ANY_OF, each)));
                yield json("oneOf", alternatives);
            }
            case NEEDS -> json("dependentRequired", json(rule.names().get(0), others));
            case INSTEAD ->
                    json(
                            "oneOf",
                            List.of(
                                    json(REQUIRED, others, "not", each.get(0)),
                                    json(
                                            REQUIRED,
                                            rule.names().subList(0, 1),
                                            "not",
                                            json(ANY_OF, each.subList(1, each.size())))));
        };
    }

    /** A fragment in which references to sections are resolved. */
    private Map<String, Object> closed(Map<String, Object> fragment) {
        Map<String, Object> resolved = new LinkedHashMap<>();
        fragment.forEach((name, value) -> resolved.put(name, resolved(value, false)));
        return resolved;
    }

    /** The same, where a parameter may also stand for every single value. */
    private Map<String, Object> open(Map<String, Object> fragment) {
        if (fragment.get(ANY_OF) instanceof List<?> alternatives) {
            return openAnyOf(alternatives);
        }
        if (fragment.containsKey("enum") || isSingle(fragment)) {
            return openAnyOf(List.of(fragment));
        }
        Map<String, Object> resolved = new LinkedHashMap<>();
        fragment.forEach((name, value) -> resolved.put(name, resolved(value, true)));
        return resolved;
    }

    private static boolean isSingle(Map<?, ?> fragment) {
        return fragment.get("type") instanceof String type
                && List.of("string", "integer", "number", "boolean").contains(type);
    }

    private Map<String, Object> openAnyOf(List<?> alternatives) {
        List<Map<String, Object>> opened = new ArrayList<>();
        boolean takesParameters = false;
        boolean single = false;
        for (Object alternative : alternatives) {
            @SuppressWarnings("unchecked") // fragments are made by Type alone
            Map<String, Object> fragment = new LinkedHashMap<>((Map<String, Object>) alternative);
            boolean text = "string".equals(fragment.get("type"));
            single |= fragment.containsKey("enum") || isSingle(fragment);
            takesParameters |= text;
            if (text && fragment.get(PATTERN) instanceof String pattern) {
                String plain = pattern.substring(1, pattern.length() - 1);
                fragment.put(PATTERN, "^(%s|%s)$".formatted(plain, PARAMETER));
                opened.add(fragment);
            } else {
                opened.add(
                        isSingle(fragment) || fragment.containsKey("enum")
                                ? fragment
                                : open(fragment));
            }
        }
        if (single && !takesParameters) {
            opened.add(json("type", "string", PATTERN, "^" + PARAMETER + "$"));
        }
        return opened.size() == 1 ? opened.get(0) : json(ANY_OF, opened);
    }

    private Object resolved(Object value, boolean open) {
        if (value instanceof Section section) {
            return reference(section);
        }
        if (value instanceof Map<?, ?> fragment) {
            @SuppressWarnings("unchecked") // fragments are made by Type alone
            Map<String, Object> map = (Map<String, Object>) fragment;
            return open ? open(map) : closed(map);
        }
        return value instanceof List<?> list
                ? list.stream().map(item -> resolved(item, open)).toList()
                : value;
    }
}

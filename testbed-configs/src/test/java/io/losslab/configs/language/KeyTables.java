package io.losslab.configs.language;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables of keys in a page of the documentation. {@code <!-- keys: hosts -->} begins that of a
 * section, {@code <!-- kinds: traffic -->} those of the kinds a section comes in, {@code <!-- end
 * -->} ends each.
 */
public final class KeyTables {
    private static final Pattern TABLE =
            Pattern.compile("<!-- (keys|kinds): (\\w+) -->\\n.*?<!-- end -->", Pattern.DOTALL);

    private final Map<String, Section> sections = new LinkedHashMap<>();

    /** Tables of all sections below some. */
    public KeyTables(Section... roots) {
        List.of(roots).forEach(this::add);
    }

    /** The page with its tables written anew. */
    public String rewrite(String page) {
        return TABLE.matcher(page)
                .replaceAll(
                        match -> Matcher.quoteReplacement(table(match.group(1), match.group(2))));
    }

    /** Sections that a page has no table of. */
    public Set<String> missing(String page) {
        Set<String> missing = new LinkedHashSet<>(sections.keySet());
        TABLE.matcher(page)
                .results()
                .forEach(
                        match -> {
                            missing.remove(match.group(2));
                            if (match.group(1).equals("kinds")) {
                                kindsOf(sections.get(match.group(2)))
                                        .forEach(kind -> missing.remove(kind.name()));
                            }
                        });
        return missing;
    }

    private void add(Section section) {
        if (sections.putIfAbsent(section.name(), section) == null) {
            section.keys().forEach(key -> addAll(key.type().schema()));
            section.kinds()
                    .forEach(kind -> kind.keys().forEach(key -> addAll(key.type().schema())));
        }
    }

    private void addAll(Object fragment) {
        if (fragment instanceof Section section) {
            add(section);
        } else if (fragment instanceof Map<?, ?> map) {
            map.values().forEach(this::addAll);
        } else if (fragment instanceof List<?> list) {
            list.forEach(this::addAll);
        }
    }

    private String table(String what, String name) {
        Section section = sections.get(name);
        if (section == null) {
            throw new AssertionError("there is no section " + name);
        }
        return "<!-- %s: %s -->\n%s<!-- end -->"
                .formatted(what, name, what.equals("keys") ? keys(section) : kinds(section));
    }

    private static String keys(Section section) {
        StringBuilder table =
                new StringBuilder("| key | value | default | meaning |\n|---|---|---|---|\n");
        section.keys().forEach(key -> table.append(row(key, "")));
        return table.toString();
    }

    private static String kinds(Section section) {
        StringBuilder table =
                new StringBuilder(
                        "| %s | meaning | keys |\n|---|---|---|\n"
                                .formatted(
                                        section.kindKey().map(Key::name).orElse(section.name())));
        Map<Key<?>, List<String>> kindsByKey = new LinkedHashMap<>();
        for (Section kind : kindsOf(section)) {
            List<String> names = new ArrayList<>();
            for (Key<?> key : kind.keys()) {
                names.add("`" + key.name() + "`" + (key.required() ? "" : "?"));
                kindsByKey
                        .computeIfAbsent(key, each -> new ArrayList<>())
                        .add("`" + kind.name() + "`");
            }
            table.append(
                    "| `%s` | %s | %s |%n"
                            .formatted(kind.name(), kind.meaning(), String.join(", ", names)));
        }
        table.append("\n| key | of | value | default | meaning |\n|---|---|---|---|---|\n");
        kindsByKey.forEach((key, of) -> table.append(row(key, " " + String.join(", ", of) + " |")));
        return table.toString();
    }

    /** The kinds of a section; or the sections that its keys hold, where it takes one of them. */
    private static List<Section> kindsOf(Section section) {
        if (section.kindKey().isPresent()) {
            return section.kinds();
        }
        List<Section> kinds = new ArrayList<>();
        section.keys().forEach(key -> kinds.add((Section) key.type().schema().get(Type.REFERENCE)));
        return kinds;
    }

    private static String row(Key<?> key, String of) {
        String value =
                key.type().form()
                        + (key.example().isEmpty() ? "" : ", such as `" + key.example() + "`");
        return "| `%s` |%s %s | %s | %s |%n"
                .formatted(key.name(), of, value, standard(key), key.meaning());
    }

    private static String standard(Key<?> key) {
        if (key.required()) {
            return "required";
        }
        return key.standard().isPresent() ? "`" + key.fallback() + "`" : key.fallback();
    }
}

package io.losslab.p4.packet;

import io.losslab.p4.json.JsonView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the headers and fields that a program's JSON names. */
public final class Names {
    private final Layout layout;
    private final Map<String, JsonView> lengths;
    private final Map<String, FieldLayout> aliases = new HashMap<>();
    private final Map<String, HeaderLayout> headers = new HashMap<>();

    private Names(JsonView root) {
        layout = new LayoutReader(root).read();
        lengths = LayoutReader.lengthExpressions(root);
        layout.headers().forEach(it -> headers.put(it.name(), it));
        for (JsonView alias : root.itemsOf("field_aliases")) {
            aliases.put(alias.at(0).text(), field(alias.at(1)));
        }
    }

    /** Reads the headers of a program. */
    public static Names read(JsonView root) {
        return new Names(root);
    }

    public Layout layout() {
        return layout;
    }

    /** A header by its name. */
    public HeaderLayout header(JsonView name) {
        HeaderLayout found = headers.get(name.text());
        if (found == null) {
            throw name.refused("there is no header '" + name.text() + "'");
        }
        return found;
    }

    /** A field by {@code [header, field]}. */
    public FieldLayout field(JsonView pair) {
        List<JsonView> parts = pair.items(2);
        FieldLayout alias = aliases.get(parts.get(0).text() + "." + parts.get(1).text());
        return alias != null ? alias : field(header(parts.get(0)), parts.get(1));
    }

    /** A field of a header by its name. */
    public static FieldLayout field(HeaderLayout header, JsonView name) {
        return header.field(name.text())
                .orElseThrow(
                        () ->
                                name.refused(
                                        "header '%s' has no field '%s'"
                                                .formatted(header.name(), name.text())));
    }

    /** A field by the name under which a switch knows it, such as {@code header.field}. */
    public Optional<FieldLayout> known(String dotted) {
        FieldLayout alias = aliases.get(dotted);
        if (alias != null) {
            return Optional.of(alias);
        }
        int dot = dotted.lastIndexOf('.');
        return layout.header(dotted.substring(0, dot))
                .flatMap(it -> it.field(dotted.substring(dot + 1)));
    }

    public Layout.Stack stack(JsonView name) {
        return layout.stack(name.text()).orElseThrow(() -> missing(name, "header stack"));
    }

    public Layout.Union union(JsonView name) {
        return layout.union(name.text()).orElseThrow(() -> missing(name, "header union"));
    }

    public Layout.UnionStack unionStack(JsonView name) {
        return layout.unionStack(name.text())
                .orElseThrow(() -> missing(name, "header union stack"));
    }

    /** The place of a union's member by its name. */
    public static int member(Layout.Union union, JsonView name) {
        int found = union.members().indexOf(name.text());
        if (found < 0) {
            throw name.refused("the union has no member '" + name.text() + "'");
        }
        return found;
    }

    /** The length of a header's variable field, bits, if its type states it. */
    public Optional<JsonView> lengthOf(HeaderLayout header) {
        return Optional.ofNullable(lengths.get(header.type()));
    }

    private static RuntimeException missing(JsonView name, String kind) {
        return name.refused("there is no " + kind + " '" + name.text() + "'");
    }
}

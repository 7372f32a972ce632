package io.losslab.p4.packet;

import io.losslab.p4.json.JsonView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads header types, header instances, stacks and unions, and lays them out. */
final class LayoutReader {
    private static final int LONGEST_HEADER_BYTES = 2048;
    private static final int WIDEST_FIELD_BITS = 8 * LONGEST_HEADER_BYTES;

    private record FieldType(
            String name, int widthBits, boolean signed, boolean saturating, boolean variable) {}

    private record Type(List<FieldType> fields, int fixedBits, int maxBytes) {}

    private final JsonView root;
    private final Map<String, Type> types = new HashMap<>();
    private final Map<Integer, Integer> indexOfId = new HashMap<>();
    private final Map<Integer, Integer> unionOfHeaderId = new HashMap<>();
    private final Map<Integer, Integer> indexOfUnionId = new HashMap<>();
    private final Map<String, List<String>> unionTypes = new HashMap<>();
    private final List<HeaderLayout> headers = new ArrayList<>();
    private final List<Layout.Stack> stacks = new ArrayList<>();
    private final List<Layout.Union> unions = new ArrayList<>();
    private final List<Layout.UnionStack> unionStacks = new ArrayList<>();
    private int words;
    private int bytes;

    LayoutReader(JsonView root) {
        this.root = root;
    }

    Layout read() {
        root.at("header_types").items().forEach(this::readType);
        root.itemsOf("header_union_types").forEach(this::readUnionType);
        List<JsonView> unionViews = root.itemsOf("header_unions");
        for (int i = 0; i < unionViews.size(); i++) {
            for (JsonView id : unionViews.get(i).at("header_ids").items()) {
                unionOfHeaderId.put(id.number(), i);
            }
        }
        root.at("headers").items().forEach(this::readHeader);
        unionViews.forEach(this::readUnion);
        root.itemsOf("header_stacks").forEach(this::readStack);
        root.itemsOf("header_union_stacks").forEach(this::readUnionStack);
        return new Layout(headers, stacks, unions, unionStacks, words, bytes);
    }

    private void readType(JsonView view) {
        List<FieldType> fields = new ArrayList<>();
        int fixed = 0;
        int variables = 0;
        for (JsonView field : view.at("fields").items()) {
            int parts = field.items().size();
            String name = field.at(0).text();
            boolean signed = parts > 2 && field.at(2).flag();
            boolean saturating = parts > 3 && field.at(3).flag();
            JsonView width = field.at(1);
            if (width.isText()) {
                if (!width.text().equals("*")) {
                    throw width.wrong("a width in bits, or \"*\"");
                }
                fields.add(new FieldType(name, 0, false, false, true));
                variables++;
            } else {
                int bits = width.number(signed ? 2 : 1, WIDEST_FIELD_BITS);
                fields.add(new FieldType(name, bits, signed, saturating, false));
                fixed += bits;
            }
        }
        if (variables > 1) {
            throw view.refused("a header has at most one field of variable length");
        }
        int most =
                view.find("max_length")
                        .map(it -> it.number(0, LONGEST_HEADER_BYTES))
                        .orElse(variables == 0 ? (fixed + 7) / 8 : LONGEST_HEADER_BYTES);
        if (types.put(view.text("name"), new Type(fields, fixed, most)) != null) {
            throw view.refused("duplicate header type '" + view.text("name") + "'");
        }
    }

    private void readHeader(JsonView view) {
        String typeName = view.text("header_type");
        Type type = types.get(typeName);
        if (type == null) {
            throw view.at("header_type").refused("there is no header type '" + typeName + "'");
        }
        String name = view.text("name");
        boolean metadata = view.flag("metadata", false);
        if (!metadata && type.fixedBits() % 8 != 0) {
            throw view.refused(
                    "header '%s' has %d bits, no whole number of bytes"
                            .formatted(name, type.fixedBits()));
        }
        int index = headers.size();
        int id = view.at("id").number();
        if (indexOfId.put(id, index) != null) {
            throw view.at("id").refused("duplicate header id " + id);
        }
        if (headers.stream().anyMatch(it -> it.name().equals(name))) {
            throw view.at("name").refused("duplicate header '" + name + "'");
        }
        int validSlot = words++;
        List<FieldLayout> fields = new ArrayList<>();
        for (FieldType field : type.fields()) {
            int at = field.variable() ? bytes : -1;
            fields.add(
                    new FieldLayout(
                            index,
                            field.name(),
                            words,
                            field.widthBits(),
                            field.signed(),
                            field.saturating(),
                            at));
            words += Bits.words(field.widthBits());
            bytes += field.variable() ? type.maxBytes() : 0;
        }
        headers.add(
                new HeaderLayout(
                        index,
                        name,
                        typeName,
                        metadata,
                        validSlot,
                        unionOfHeaderId.getOrDefault(id, -1),
                        fields,
                        type.fixedBits(),
                        type.maxBytes()));
    }

    private void readUnionType(JsonView view) {
        List<String> members = new ArrayList<>();
        for (JsonView member : view.at("headers").items()) {
            members.add(member.at(0).text());
        }
        unionTypes.put(view.text("name"), members);
    }

    private void readUnion(JsonView view) {
        List<String> members = unionTypes.get(view.text("union_type"));
        if (members == null) {
            throw view.at("union_type")
                    .refused("there is no union type '" + view.text("union_type") + "'");
        }
        List<Integer> of = indices(view.at("header_ids"), indexOfId, "header");
        if (of.size() != members.size()) {
            throw view.at("header_ids").wrong("the ids of " + members.size() + " headers");
        }
        indexOfUnionId.put(view.at("id").number(), unions.size());
        unions.add(new Layout.Union(view.text("name"), of, members));
    }

    private void readStack(JsonView view) {
        List<Integer> of = indices(view.at("header_ids"), indexOfId, "header");
        if (of.isEmpty()) {
            throw view.at("header_ids").wrong("at least one header");
        }
        stacks.add(new Layout.Stack(view.text("name"), of, words++));
    }

    private void readUnionStack(JsonView view) {
        List<Integer> of = indices(view.at("header_union_ids"), indexOfUnionId, "header union");
        if (of.isEmpty()) {
            throw view.at("header_union_ids").wrong("at least one union");
        }
        unionStacks.add(new Layout.UnionStack(view.text("name"), of, words++));
    }

    private static List<Integer> indices(JsonView ids, Map<Integer, Integer> known, String kind) {
        List<Integer> found = new ArrayList<>();
        for (JsonView id : ids.items()) {
            Integer index = known.get(id.number());
            if (index == null) {
                throw id.refused("there is no " + kind + " with id " + id.number());
            }
            found.add(index);
        }
        return found;
    }

    /** By header type, the expression for the length of its variable field, where it has one. */
    static Map<String, JsonView> lengthExpressions(JsonView root) {
        Map<String, JsonView> found = new LinkedHashMap<>();
        for (JsonView type : root.at("header_types").items()) {
            type.find("length_exp").ifPresent(it -> found.put(type.text("name"), it));
        }
        return found;
    }
}

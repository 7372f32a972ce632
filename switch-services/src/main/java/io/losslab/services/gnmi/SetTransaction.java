package io.losslab.services.gnmi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.services.gnmi.tree.ConfigDraft;
import io.losslab.services.gnmi.tree.DataTree;
import io.losslab.services.gnmi.tree.Leaf;
import io.losslab.services.gnmi.tree.PathPattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The changes of one Set, made on a draft in the order they come; nothing is in force before {@link
 * #commit}. On the switch's thread. Problems are {@link IllegalArgumentException}s that name the
 * path; unknown paths are NOT_FOUND.
 */
final class SetTransaction {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final DataTree tree;
    private final ConfigDraft draft;

    /** Values that a union has set so far, by leaf; null outside of a union. */
    private Map<Path, Object> union;

    SetTransaction(DataTree tree, ConfigDraft draft) {
        this.tree = tree;
        this.draft = draft;
    }

    /**
     * Puts all settings at or below a path, which may have wildcards, back to their defaults.
     * Entries that are not there need nothing (gNMI, section 3.4.6).
     */
    void delete(Path path) {
        if (tree.matching(path).isEmpty() && tree.isOfSchema(path)) {
            return;
        }
        boolean any = false;
        for (Leaf leaf : tree.find(path)) {
            if (leaf.setter().isPresent()) {
                Leaf.Setter setter = leaf.setter().get();
                setter.set(draft, setter.defaultValue(draft));
                any = true;
            }
        }
        if (!any) {
            throw new IllegalArgumentException(
                    PathText.format(path) + " has nothing that can be set");
        }
    }

    /** Like an update of settings at their defaults. */
    void replace(Path path, TypedValue value) {
        delete(path);
        update(path, value);
    }

    /**
     * Puts a union of values in the place of all settings at or below their paths (gNMI
     * union_replace, section 5.3.2): no setting may be given two values.
     */
    void unionReplace(Map<Path, List<TypedValue>> valuesByPath) {
        valuesByPath.keySet().forEach(this::delete);
        union = new HashMap<>();
        valuesByPath.forEach((path, values) -> values.forEach(value -> update(path, value)));
        union = null;
    }

    /** Sets a leaf, or all leaves that a JSON value names. */
    void update(Path path, TypedValue value) {
        refuseWildcards(path);
        Optional<Leaf> leaf = tree.at(path);
        switch (value.getValueCase()) {
            case JSON_VAL -> put(path, json(path, value.getJsonVal()));
            case JSON_IETF_VAL -> put(path, json(path, value.getJsonIetfVal()));
            case VALUE_NOT_SET ->
                    throw new IllegalArgumentException(PathText.format(path) + " has no val");
            default -> {
                if (leaf.isEmpty()) {
                    tree.find(path);
                    throw new IllegalArgumentException(
                            "%s is not a leaf: it requires a JSON value, not %s"
                                    .formatted(PathText.format(path), value.getValueCase()));
                }
                named(path, () -> set(leaf.get(), leaf.get().type().parse(value)));
            }
        }
    }

    /** Puts the draft in force, all of it or nothing. */
    void commit() {
        draft.apply();
    }

    private void put(Path path, JsonNode value) {
        Optional<Leaf> leaf = tree.at(path);
        if (leaf.isPresent()) {
            named(path, () -> set(leaf.get(), leaf.get().type().parse(value)));
            return;
        }
        tree.find(path);
        if (!value.isObject()) {
            throw new IllegalArgumentException(
                    "%s requires a JSON object, not %s".formatted(PathText.format(path), value));
        }
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            Path.Builder child = path.toBuilder();
            child.addElemBuilder().setName(withoutModule(member.getKey()));
            if (member.getValue().isArray()) {
                putEntries(child.build(), member.getValue());
            } else {
                put(child.build(), member.getValue());
            }
        }
    }

    private void putEntries(Path list, JsonNode entries) {
        Set<String> keys = tree.keysOf(list);
        for (JsonNode entry : entries) {
            PathElem.Builder elem = list.getElem(list.getElemCount() - 1).toBuilder();
            for (String key : keys) {
                elem.putKey(key, keyOf(list, entry, key));
            }
            put(list.toBuilder().setElem(list.getElemCount() - 1, elem).build(), entry);
        }
    }

    private static String keyOf(Path list, JsonNode entry, String key) {
        for (Map.Entry<String, JsonNode> member : entry.properties()) {
            if (withoutModule(member.getKey()).equals(key)) {
                return member.getValue().asText();
            }
        }
        throw new IllegalArgumentException(
                "an entry of %s lacks its key '%s'".formatted(PathText.format(list), key));
    }

    /** What cannot be set may be said again as it is, as keys and names are in a whole entry. */
    private void set(Leaf leaf, Object value) {
        Object other = union == null ? null : union.put(leaf.path(), value);
        if (other != null && !other.equals(value)) {
            throw new IllegalArgumentException(
                    "is given two values by the union: " + other + " and " + value);
        }
        if (leaf.setter().isPresent()) {
            leaf.setter().get().set(draft, value);
            return;
        }
        Object now = leaf.reader().read(draft.before());
        if (leaf.kind() != Leaf.Kind.CONFIG || !now.equals(value)) {
            throw new IllegalArgumentException(
                    "cannot be changed on this switch: it is " + now + ", not " + value);
        }
    }

    private static void named(Path path, Runnable work) {
        try {
            work.run();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PathText.format(path) + " " + e.getMessage(), e);
        }
    }

    private static void refuseWildcards(Path path) {
        if (new PathPattern(path.getElemList()).hasWildcards()) {
            throw new IllegalArgumentException(
                    PathText.format(path) + " has wildcards, which only a delete may have");
        }
    }

    private static JsonNode json(Path path, ByteString text) {
        try {
            JsonNode node = JSON.readTree(text.toStringUtf8());
            if (!node.isMissingNode()) {
                return node;
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "%s is not valid JSON: %s"
                            .formatted(PathText.format(path), e.getOriginalMessage()),
                    e);
        }
        throw new IllegalArgumentException(PathText.format(path) + " has empty JSON");
    }

    private static String withoutModule(String name) {
        return name.substring(name.indexOf(':') + 1);
    }
}

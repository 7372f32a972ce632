package io.losslab.services.gnmi.tree;

import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Leaves as they are written down: paths as text, in which an element that begins another YANG
 * module than its parent's says so, as in {@code /openconfig-qos:qos}.
 */
final class LeafList {
    private final List<Leaf> leaves = new ArrayList<>();

    List<Leaf> leaves() {
        return List.copyOf(leaves);
    }

    void counter(String path, Leaf.Reader reader) {
        add(path, Leaf.Kind.COUNTER, ValueType.UINT64, reader, null);
    }

    void state(String path, ValueType type, Leaf.Reader reader) {
        add(path, Leaf.Kind.STATE, type, reader, null);
    }

    /** A leaf under config and its twin under state, neither of which can be changed. */
    void fixed(String container, String name, ValueType type, Leaf.Reader reader) {
        add(container + "/config/" + name, Leaf.Kind.CONFIG, type, reader, null);
        add(container + "/state/" + name, Leaf.Kind.APPLIED, type, reader, null);
    }

    /** The key of a list's entry: next to config and state, and in both. */
    void key(String entry, String name, ValueType type, Object value) {
        add(entry + "/" + name, Leaf.Kind.CONFIG, type, reading -> value, null);
        fixed(entry, name, type, reading -> value);
    }

    /**
     * A leaf that can be set.
     *
     * @param intended what is asked for
     * @param applied what is in force
     */
    void setting(
            String container,
            String name,
            ValueType type,
            Leaf.Reader intended,
            Leaf.Reader applied,
            Leaf.Setter setter) {
        add(container + "/config/" + name, Leaf.Kind.CONFIG, type, intended, setter);
        add(container + "/state/" + name, Leaf.Kind.APPLIED, type, applied, null);
    }

    /** How to set a leaf whose default depends on the switch. */
    static Leaf.Setter setter(
            BiConsumer<ConfigDraft, Object> set, Function<ConfigDraft, Object> defaultValue) {
        return new Leaf.Setter() {
            @Override
            public void set(ConfigDraft draft, Object value) {
                set.accept(draft, value);
            }

            @Override
            public Object defaultValue(ConfigDraft draft) {
                return defaultValue.apply(draft);
            }
        };
    }

    private void add(
            String text, Leaf.Kind kind, ValueType type, Leaf.Reader reader, Leaf.Setter setter) {
        Path.Builder path = Path.newBuilder();
        List<String> modules = new ArrayList<>();
        String module = "";
        for (PathElem elem : PathText.parse(text).getElemList()) {
            int colon = elem.getName().indexOf(':');
            if (colon >= 0) {
                module = elem.getName().substring(0, colon);
            }
            modules.add(module);
            path.addElem(elem.toBuilder().setName(elem.getName().substring(colon + 1)));
        }
        leaves.add(
                new Leaf(path.build(), modules, kind, type, reader, Optional.ofNullable(setter)));
    }
}

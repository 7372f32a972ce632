package io.losslab.services.gnmi.tree;

import io.losslab.proto.gnmi.PathElem;
import java.util.List;
import java.util.Map;

/**
 * A path with wildcards: {@code *} as a name or the value of a key stands for any one, a missing
 * key too, and {@code ...} for any number of elements (gNMI path conventions, "Wildcards"). A name
 * may be qualified with its YANG module, as in {@code openconfig-interfaces:interfaces}.
 */
public final class PathPattern {
    private static final String ANY = "*";
    private static final String ANY_NUMBER = "...";

    private final List<PathElem> elems;

    public PathPattern(List<PathElem> elems) {
        this.elems = List.copyOf(elems);
    }

    /** Whether there are wildcards other than missing keys. */
    public boolean hasWildcards() {
        return elems.stream()
                .anyMatch(
                        elem ->
                                elem.getName().equals(ANY)
                                        || elem.getName().equals(ANY_NUMBER)
                                        || elem.getKeyMap().containsValue(ANY));
    }

    /** Elements that a match has; -1 where that differs from match to match. */
    public int depth() {
        boolean fixed = elems.stream().noneMatch(elem -> elem.getName().equals(ANY_NUMBER));
        return fixed ? elems.size() : -1;
    }

    /** The element without the module that its name may be qualified with. */
    static PathElem unqualified(PathElem elem) {
        int colon = elem.getName().indexOf(':');
        return colon < 0
                ? elem
                : elem.toBuilder().setName(elem.getName().substring(colon + 1)).build();
    }

    /** The same elements, with a wildcard for the value of each key. */
    static List<PathElem> ofAnyEntries(List<PathElem> elems) {
        return elems.stream()
                .map(
                        elem -> {
                            PathElem.Builder any = elem.toBuilder();
                            elem.getKeyMap().keySet().forEach(key -> any.putKey(key, ANY));
                            return any.build();
                        })
                .toList();
    }

    /** Whether a leaf is at or below a place that this stands for. */
    boolean matches(Leaf leaf) {
        return matches(0, leaf, 0);
    }

    private boolean matches(int from, Leaf leaf, int at) {
        if (from == elems.size()) {
            return true;
        }
        PathElem wanted = elems.get(from);
        int depth = leaf.path().getElemCount();
        if (wanted.getName().equals(ANY_NUMBER)) {
            return matches(from + 1, leaf, at) || (at < depth && matches(from, leaf, at + 1));
        }
        return at < depth && isOne(wanted, leaf, at) && matches(from + 1, leaf, at + 1);
    }

    private static boolean isOne(PathElem wanted, Leaf leaf, int at) {
        PathElem elem = leaf.path().getElem(at);
        String name = wanted.getName();
        boolean named =
                name.equals(elem.getName())
                        || name.equals(ANY)
                        || name.equals(leaf.modules().get(at) + ":" + elem.getName());
        if (!named) {
            return false;
        }
        for (Map.Entry<String, String> key : wanted.getKeyMap().entrySet()) {
            String value = elem.getKeyMap().get(key.getKey());
            if (value == null || !(key.getValue().equals(ANY) || key.getValue().equals(value))) {
                return false;
            }
        }
        return true;
    }
}

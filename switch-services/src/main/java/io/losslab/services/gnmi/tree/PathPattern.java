package io.losslab.services.gnmi.tree;

import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import java.util.List;
import java.util.Map;

/**
 * A path with wildcards: {@code *} as a name or the value of a key stands for any one, a missing
 * key too, and {@code ...} for any number of elements (gNMI path conventions, "Wildcards").
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

    /** Whether the path of a leaf is at or below a place that this stands for. */
    boolean matches(Path leaf) {
        return matches(0, leaf.getElemList(), 0);
    }

    private boolean matches(int from, List<PathElem> leaf, int at) {
        if (from == elems.size()) {
            return true;
        }
        PathElem wanted = elems.get(from);
        if (wanted.getName().equals(ANY_NUMBER)) {
            return matches(from + 1, leaf, at) || (at < leaf.size() && matches(from, leaf, at + 1));
        }
        return at < leaf.size() && isOne(wanted, leaf.get(at)) && matches(from + 1, leaf, at + 1);
    }

    private static boolean isOne(PathElem wanted, PathElem elem) {
        if (!wanted.getName().equals(ANY) && !wanted.getName().equals(elem.getName())) {
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

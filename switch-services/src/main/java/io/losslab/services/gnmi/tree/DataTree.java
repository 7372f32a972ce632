package io.losslab.services.gnmi.tree;

import io.grpc.Status;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All leaves of a switch, and which of them a path means. Immutable. */
public final class DataTree {
    private static final int LONGEST_LIST = 12;

    private final Map<Path, Leaf> leaves = new LinkedHashMap<>();

    DataTree(List<Leaf> leaves) {
        leaves.forEach(leaf -> this.leaves.put(leaf.path(), leaf));
    }

    /** The leaf at a path without wildcards. */
    public Optional<Leaf> at(Path path) {
        Path.Builder bare = Path.newBuilder();
        path.getElemList().forEach(elem -> bare.addElem(PathPattern.unqualified(elem)));
        return Optional.ofNullable(leaves.get(bare.build()))
                .filter(new PathPattern(path.getElemList())::matches);
    }

    /**
     * The leaves at or below a path, which may have wildcards.
     *
     * @throws io.grpc.StatusRuntimeException NOT_FOUND where there is none, which names the part of
     *     the path that is unknown and what could stand there
     */
    public List<Leaf> find(Path path) {
        List<Leaf> found = matching(path);
        if (found.isEmpty()) {
            throw Status.NOT_FOUND.withDescription(unknownPart(path)).asRuntimeException();
        }
        return found;
    }

    /** As {@link #find}; empty where there is none. */
    public List<Leaf> matching(Path path) {
        PathPattern pattern = new PathPattern(path.getElemList());
        return leaves.values().stream().filter(pattern::matches).toList();
    }

    /** Whether a path could be: at most entries of its lists are not there. */
    public boolean isOfSchema(Path path) {
        return matchesSomething(PathPattern.ofAnyEntries(path.getElemList()));
    }

    /** Names of the keys of the list at a path; empty if it is none. */
    public Set<String> keysOf(Path list) {
        PathPattern pattern = new PathPattern(list.getElemList());
        int last = list.getElemCount() - 1;
        return leaves.values().stream()
                .filter(pattern::matches)
                .findFirst()
                .map(leaf -> leaf.path().getElem(last).getKeyMap().keySet())
                .orElse(Set.of());
    }

    private String unknownPart(Path path) {
        List<PathElem> elems = path.getElemList();
        int known = 0;
        while (matchesSomething(elems.subList(0, known + 1))) {
            known++;
        }
        Path parent = Path.newBuilder().addAllElem(elems.subList(0, known)).build();
        Path part = Path.newBuilder().addElem(elems.get(known)).build();
        return "no node '%s' below %s; available: %s"
                .formatted(
                        PathText.format(part).substring(1),
                        PathText.format(parent),
                        childrenOf(parent, elems.get(known).getName()));
    }

    private boolean matchesSomething(List<PathElem> elems) {
        PathPattern pattern = new PathPattern(elems);
        return leaves.values().stream().anyMatch(pattern::matches);
    }

    /** Entries of a list where the name is right, else the names that are. */
    private String childrenOf(Path parent, String name) {
        PathPattern pattern = new PathPattern(parent.getElemList());
        int depth = parent.getElemCount();
        Set<String> names = new TreeSet<>();
        List<String> entries = new ArrayList<>();
        for (Leaf leaf : leaves.values()) {
            Path path = leaf.path();
            if (pattern.matches(leaf) && path.getElemCount() > depth) {
                PathElem child = path.getElem(depth);
                names.add(child.getName());
                String entry =
                        PathText.format(Path.newBuilder().addElem(child).build()).substring(1);
                if (child.getName().equals(name) && !entries.contains(entry)) {
                    entries.add(entry);
                }
            }
        }
        List<String> all = entries.isEmpty() ? List.copyOf(names) : entries;
        String text = all.stream().limit(LONGEST_LIST).collect(Collectors.joining(", "));
        return all.size() > LONGEST_LIST ? text + " ..." : text;
    }
}

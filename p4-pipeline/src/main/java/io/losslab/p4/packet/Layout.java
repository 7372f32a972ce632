package io.losslab.p4.packet;

import java.util.List;
import java.util.Optional;

/**
 * All header instances, stacks and unions of a program.
 *
 * @param wordCount words of a packet's state
 * @param byteCount bytes of its fields of variable length
 */
public record Layout(
        List<HeaderLayout> headers,
        List<Stack> stacks,
        List<Union> unions,
        List<UnionStack> unionStacks,
        int wordCount,
        int byteCount) {

    /**
     * A header stack.
     *
     * @param headers indices of its elements
     * @param nextSlot word with the number of elements that were extracted or pushed
     */
    public record Stack(String name, List<Integer> headers, int nextSlot) {}

    /** A header union; {@code members} names its headers in order, which are {@code headers}. */
    public record Union(String name, List<Integer> headers, List<String> members) {}

    /** A stack of unions, by their indices. */
    public record UnionStack(String name, List<Integer> unions, int nextSlot) {}

    public Layout {
        headers = List.copyOf(headers);
        stacks = List.copyOf(stacks);
        unions = List.copyOf(unions);
        unionStacks = List.copyOf(unionStacks);
    }

    public Optional<HeaderLayout> header(String name) {
        return headers.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    public Optional<Stack> stack(String name) {
        return stacks.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    public Optional<Union> union(String name) {
        return unions.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    public Optional<UnionStack> unionStack(String name) {
        return unionStacks.stream().filter(it -> it.name().equals(name)).findFirst();
    }
}

package io.losslab.p4.expression;

import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.Layout;
import io.losslab.p4.packet.PacketState;

/** What an expression stands for: a number, a truth, or a part of the packet. */
public sealed interface Expression
        permits Value,
                Expression.Test,
                Expression.HeaderPick,
                Expression.UnionPick,
                Expression.StackRef,
                Expression.UnionStackRef {

    /** A truth about a packet. */
    @FunctionalInterface
    interface Condition {
        boolean of(PacketState packet);
    }

    /** Finds a header; null where the index lies outside of its stack. */
    @FunctionalInterface
    interface HeaderFinder {
        HeaderLayout of(PacketState packet);
    }

    /** Finds a union; null where the index lies outside of its stack. */
    @FunctionalInterface
    interface UnionFinder {
        Layout.Union of(PacketState packet);
    }

    record Test(Condition condition) implements Expression {}

    /** A header; {@code shape} is one of its type. */
    record HeaderPick(HeaderLayout shape, HeaderFinder finder) implements Expression {}

    /** A union; {@code shape} is one of its type. */
    record UnionPick(Layout.Union shape, UnionFinder finder) implements Expression {}

    record StackRef(Layout.Stack stack) implements Expression {}

    record UnionStackRef(Layout.UnionStack stack) implements Expression {}
}

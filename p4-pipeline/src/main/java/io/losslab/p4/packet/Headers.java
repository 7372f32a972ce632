package io.losslab.p4.packet;

import java.util.List;

/** What happens to whole headers, stacks and unions. Stacks move as P4-16 has it. */
public final class Headers {
    private Headers() {}

    public static boolean isValid(PacketState packet, HeaderLayout header) {
        return packet.words[header.validSlot()] != 0;
    }

    /** Makes a header valid, and the others of its union not. */
    public static void setValid(PacketState packet, HeaderLayout header) {
        if (header.union() >= 0) {
            for (int other : packet.layout().unions().get(header.union()).headers()) {
                packet.words[packet.layout().headers().get(other).validSlot()] = 0;
            }
        }
        packet.words[header.validSlot()] = 1;
    }

    public static void setInvalid(PacketState packet, HeaderLayout header) {
        packet.words[header.validSlot()] = 0;
    }

    /** Bits of a header on the wire. */
    public static int bits(PacketState packet, HeaderLayout header) {
        int bits = header.fixedBits();
        for (int i = 0; i < header.fields().size(); i++) {
            FieldLayout field = header.fields().get(i);
            if (field.isVariable()) {
                bits += (int) packet.words[field.slot()];
            }
        }
        return bits;
    }

    /** Adds a header, its fields zero; does nothing if it is there. */
    public static void add(PacketState packet, HeaderLayout header) {
        if (!isValid(packet, header)) {
            clear(packet, header);
            setValid(packet, header);
            packet.currentLength += bits(packet, header) / 8;
        }
    }

    public static void remove(PacketState packet, HeaderLayout header) {
        if (isValid(packet, header)) {
            packet.currentLength -= bits(packet, header) / 8;
            setInvalid(packet, header);
        }
    }

    /** Makes one header what another of its type is. */
    public static void assign(PacketState packet, HeaderLayout to, HeaderLayout from) {
        if (!isValid(packet, from)) {
            setInvalid(packet, to);
            return;
        }
        setValid(packet, to);
        for (int i = 0; i < to.fields().size(); i++) {
            copy(packet, to.fields().get(i), from.fields().get(i));
        }
    }

    /** Makes one field what another of its width is. */
    public static void copy(PacketState packet, FieldLayout to, FieldLayout from) {
        System.arraycopy(packet.words, from.slot(), packet.words, to.slot(), to.words());
        if (to.isVariable()) {
            int bytes = (int) packet.words[from.slot()] / 8;
            System.arraycopy(packet.varied, from.bytesAt(), packet.varied, to.bytesAt(), bytes);
        }
    }

    /** Whether two headers of a type are both invalid, or valid with the same fields. */
    public static boolean equal(PacketState packet, HeaderLayout left, HeaderLayout right) {
        if (isValid(packet, left) != isValid(packet, right)) {
            return false;
        }
        if (!isValid(packet, left)) {
            return true;
        }
        for (int i = 0; i < left.fields().size(); i++) {
            if (!equal(packet, left.fields().get(i), right.fields().get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Moves the elements of a stack towards its end; the first {@code count} become invalid. */
    public static void push(PacketState packet, Layout.Stack stack, int count) {
        List<HeaderLayout> all = packet.layout().headers();
        int depth = stack.headers().size();
        for (int i = depth - 1; i >= 0; i--) {
            HeaderLayout to = all.get(stack.headers().get(i));
            if (i >= count) {
                assign(packet, to, all.get(stack.headers().get(i - count)));
            } else {
                setInvalid(packet, to);
            }
        }
        packet.words[stack.nextSlot()] = Math.min(depth, packet.words[stack.nextSlot()] + count);
    }

    /** Moves the elements of a stack towards its front; the last {@code count} become invalid. */
    public static void pop(PacketState packet, Layout.Stack stack, int count) {
        List<HeaderLayout> all = packet.layout().headers();
        int depth = stack.headers().size();
        for (int i = 0; i < depth; i++) {
            HeaderLayout to = all.get(stack.headers().get(i));
            if (i + count < depth) {
                assign(packet, to, all.get(stack.headers().get(i + count)));
            } else {
                setInvalid(packet, to);
            }
        }
        packet.words[stack.nextSlot()] = Math.max(0, packet.words[stack.nextSlot()] - count);
    }

    /** The same for a stack of unions. */
    public static void push(PacketState packet, Layout.UnionStack stack, int count) {
        int depth = stack.unions().size();
        for (int i = depth - 1; i >= 0; i--) {
            moveUnion(packet, stack, i, i - count);
        }
        packet.words[stack.nextSlot()] = Math.min(depth, packet.words[stack.nextSlot()] + count);
    }

    /** The same for a stack of unions. */
    public static void pop(PacketState packet, Layout.UnionStack stack, int count) {
        for (int i = 0; i < stack.unions().size(); i++) {
            moveUnion(packet, stack, i, i + count);
        }
        packet.words[stack.nextSlot()] = Math.max(0, packet.words[stack.nextSlot()] - count);
    }

    /** Makes one union what another of its type is. */
    public static void assign(PacketState packet, Layout.Union to, Layout.Union from) {
        List<HeaderLayout> all = packet.layout().headers();
        for (int i = 0; i < to.headers().size(); i++) {
            setInvalid(packet, all.get(to.headers().get(i)));
        }
        for (int i = 0; i < to.headers().size(); i++) {
            HeaderLayout source = all.get(from.headers().get(i));
            if (isValid(packet, source)) {
                assign(packet, all.get(to.headers().get(i)), source);
            }
        }
    }

    private static void moveUnion(PacketState packet, Layout.UnionStack stack, int to, int from) {
        List<Layout.Union> unions = packet.layout().unions();
        Layout.Union target = unions.get(stack.unions().get(to));
        if (from >= 0 && from < stack.unions().size()) {
            assign(packet, target, unions.get(stack.unions().get(from)));
        } else {
            for (int header : target.headers()) {
                setInvalid(packet, packet.layout().headers().get(header));
            }
        }
    }

    private static void clear(PacketState packet, HeaderLayout header) {
        for (int i = 0; i < header.fields().size(); i++) {
            FieldLayout field = header.fields().get(i);
            for (int word = 0; word < field.words(); word++) {
                packet.words[field.slot() + word] = 0;
            }
        }
    }

    private static boolean equal(PacketState packet, FieldLayout left, FieldLayout right) {
        for (int word = 0; word < left.words(); word++) {
            if (packet.words[left.slot() + word] != packet.words[right.slot() + word]) {
                return false;
            }
        }
        if (!left.isVariable()) {
            return true;
        }
        int bytes = (int) packet.words[left.slot()] / 8;
        for (int i = 0; i < bytes; i++) {
            if (packet.varied[left.bytesAt() + i] != packet.varied[right.bytesAt() + i]) {
                return false;
            }
        }
        return true;
    }
}

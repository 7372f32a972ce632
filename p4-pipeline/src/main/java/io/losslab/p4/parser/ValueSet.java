package io.losslab.p4.parser;

import io.losslab.p4.packet.Bits;
import io.losslab.p4.table.EntryKey.Part;
import java.util.ArrayList;
import java.util.List;

/** A parser value set: the members that a controller gave it, none at first. */
public final class ValueSet {
    /** What one member asks of the parts of a key. */
    public static final class Member {
        private final List<Wanted> parts = new ArrayList<>();

        /**
         * A member.
         *
         * @param parts by field of the set's type
         * @param widths of the fields, bits
         * @param ranges which of them are ranges; others are values with masks
         */
        public Member(List<Part> parts, int[] widths, boolean[] ranges) {
            int at = 0;
            for (int i = 0; i < widths.length; i++) {
                long[] value = Bits.wordsOf(parts.get(i).value(), widths[i]);
                long[] mask = Bits.wordsOf(parts.get(i).mask(), widths[i]);
                this.parts.add(new Wanted(at, value, mask, ranges[i]));
                at += value.length;
            }
        }

        boolean matches(long[] key) {
            for (int i = 0; i < parts.size(); i++) {
                if (!parts.get(i).holds(key)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** What it asks of one part of a key. */
    private static final class Wanted {
        /** Its first word in the key. */
        private final int at;

        /** Of a range the least. */
        private final long[] value;

        /** Of a range the greatest. */
        private final long[] mask;

        private final boolean range;

        Wanted(int at, long[] value, long[] mask, boolean range) {
            this.at = at;
            this.value = value;
            this.mask = mask;
            this.range = range;
        }

        boolean holds(long[] key) {
            return range ? compare(key, value) >= 0 && compare(key, mask) <= 0 : agrees(key);
        }

        private boolean agrees(long[] key) {
            for (int i = 0; i < value.length; i++) {
                if (((key[at + i] ^ value[i]) & mask[i]) != 0) {
                    return false;
                }
            }
            return true;
        }

        private int compare(long[] key, long[] bound) {
            for (int i = bound.length - 1; i >= 0; i--) {
                int order = Long.compareUnsigned(key[at + i], bound[i]);
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }
    }

    private final String name;
    private final int widthBits;
    private List<Member> members = List.of();

    ValueSet(String name, int widthBits) {
        this.name = name;
        this.widthBits = widthBits;
    }

    public String name() {
        return name;
    }

    /** Width of all parts of its key together. */
    public int widthBits() {
        return widthBits;
    }

    /** Replaces the members. */
    public void set(List<Member> all) {
        members = List.copyOf(all);
    }

    boolean contains(long[] key) {
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).matches(key)) {
                return true;
            }
        }
        return false;
    }
}

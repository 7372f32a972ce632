package io.losslab.p4.parser;

import java.util.List;

/** A parser value set: the members that a controller gave it, none at first. */
public final class ValueSet {
    /**
     * A member: for each word of the key a value and the bits that count, or where {@code range}
     * says so the least and the greatest.
     */
    public static final class Member {
        private final long[] value;
        private final long[] mask;
        private final boolean[] range;

        public Member(long[] value, long[] mask, boolean[] range) {
            this.value = value.clone();
            this.mask = mask.clone();
            this.range = range.clone();
        }

        boolean matches(long[] key) {
            for (int i = 0; i < value.length; i++) {
                boolean hit =
                        range[i]
                                ? Long.compareUnsigned(key[i], value[i]) >= 0
                                        && Long.compareUnsigned(key[i], mask[i]) <= 0
                                : (key[i] & mask[i]) == (value[i] & mask[i]);
                if (!hit) {
                    return false;
                }
            }
            return true;
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

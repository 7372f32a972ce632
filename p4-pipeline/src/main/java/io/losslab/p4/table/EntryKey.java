package io.losslab.p4.table;

import io.losslab.p4.packet.Bits;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** What an entry matches. Immutable. */
public final class EntryKey {
    /**
     * What it asks of one part of the key.
     *
     * @param value the value, or the least of a range
     * @param mask bits that count, or the greatest of a range; not used by exact parts
     */
    public record Part(BigInteger value, BigInteger mask) {
        public static Part exact(BigInteger value) {
            return new Part(value, BigInteger.ONE.negate());
        }

        public static Part prefix(BigInteger value, int prefixBits, int widthBits) {
            BigInteger ones = BigInteger.ONE.shiftLeft(prefixBits).subtract(BigInteger.ONE);
            return new Part(value, ones.shiftLeft(widthBits - prefixBits));
        }
    }

    private final List<KeyField> fields;
    private final long[] value;
    private final long[] mask;
    private final int prefixBits;
    private final int priority;

    /**
     * A key.
     *
     * @param parts in the order of the fields
     * @param priority the larger one wins; of no account in tables whose keys are exact or LPM
     */
    public EntryKey(List<KeyField> fields, List<Part> parts, int priority) {
        if (parts.size() != fields.size()) {
            throw new IllegalArgumentException(
                    "the key has %d parts: %d".formatted(fields.size(), parts.size()));
        }
        this.fields = fields;
        this.priority = priority;
        int words = fields.stream().mapToInt(it -> Bits.words(it.widthBits())).sum();
        value = new long[words];
        mask = new long[words];
        int prefix = 0;
        for (int i = 0; i < parts.size(); i++) {
            KeyField field = fields.get(i);
            Part part = parts.get(i);
            boolean exact = field.kind() == MatchKind.EXACT || field.kind() == MatchKind.VALID;
            BigInteger bits = exact ? BigInteger.ONE.negate() : part.mask();
            boolean range = field.kind() == MatchKind.RANGE;
            BigInteger wanted = range ? part.value() : part.value().and(bits);
            Bits.store(wanted, field.widthBits(), value, field.at());
            Bits.store(bits, field.widthBits(), mask, field.at());
            if (field.kind() == MatchKind.LPM) {
                prefix = bits.and(ones(field.widthBits())).bitCount();
            }
        }
        prefixBits = prefix;
    }

    /** Bits of the prefix of an LPM table's entry. */
    int prefixBits() {
        return prefixBits;
    }

    int priority() {
        return priority;
    }

    long[] value() {
        return value;
    }

    long[] mask() {
        return mask;
    }

    /** Whether a packet's key is one of those meant. */
    boolean matches(long[] key) {
        for (int i = 0; i < fields.size(); i++) {
            KeyField field = fields.get(i);
            boolean hit = field.kind() == MatchKind.RANGE ? within(field, key) : masked(field, key);
            if (!hit) {
                return false;
            }
        }
        return true;
    }

    private boolean masked(KeyField field, long[] key) {
        for (int at = field.at(); at < field.at() + field.field().words(); at++) {
            if ((key[at] & mask[at]) != value[at]) {
                return false;
            }
        }
        return true;
    }

    private boolean within(KeyField field, long[] key) {
        return compare(key, value, field) >= 0 && compare(key, mask, field) <= 0;
    }

    private static int compare(long[] left, long[] right, KeyField field) {
        for (int at = field.at() + field.field().words() - 1; at >= field.at(); at--) {
            int order = Long.compareUnsigned(left[at], right[at]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static BigInteger ones(int widthBits) {
        return BigInteger.ONE.shiftLeft(widthBits).subtract(BigInteger.ONE);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EntryKey key
                && Arrays.equals(value, key.value)
                && Arrays.equals(mask, key.mask)
                && priority == key.priority;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(value) + Arrays.hashCode(mask) + priority;
    }
}

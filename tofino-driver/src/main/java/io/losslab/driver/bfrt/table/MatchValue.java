package io.losslab.driver.bfrt.table;

/** What a key's field matches, where that is not one value. Numbers are unsigned. */
public sealed interface MatchValue {
    /** The bits that the mask has must be those of the value. */
    record Ternary(long value, long mask) implements MatchValue {
        @Override
        public String toString() {
            return "0x%x&0x%x".formatted(value, mask);
        }
    }

    /**
     * The highest bits must be those of the value.
     *
     * @param bits how many
     */
    record Prefix(long value, int bits) implements MatchValue {
        @Override
        public String toString() {
            return "0x%x/%d".formatted(value, bits);
        }
    }

    /** From low to high, both included. */
    record Range(long low, long high) implements MatchValue {
        @Override
        public String toString() {
            return low + ".." + high;
        }
    }
}

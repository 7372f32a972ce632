package io.losslab.p4.parser;

import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.PacketState;
import java.util.ArrayList;
import java.util.List;

/** A state of a parser: what it does, and where it goes. */
final class ParseState {
    /** A part of the transition's key: puts its words into the key; returns FINE or an error. */
    @FunctionalInterface
    interface KeyPart {
        int put(PacketState packet, long[] key, int at);
    }

    /** A way out of a state; {@code next} is null where parsing ends. */
    private static final class Way {
        private final long[] value;
        private final long[] mask;
        private final ValueSet set;
        private final ParseState next;

        Way(long[] value, long[] mask, ValueSet set, ParseState next) {
            this.value = value;
            this.mask = mask;
            this.set = set;
            this.next = next;
        }

        boolean matches(long[] key) {
            if (set != null) {
                return set.contains(key);
            }
            for (int i = 0; i < value.length; i++) {
                if ((key[i] & mask[i]) != value[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    private final String name;
    private final List<Integer> keyWidths = new ArrayList<>();
    private ParseStep[] steps = {};
    private KeyPart[] parts = {};
    private Way[] ways = {};
    private ParseState otherwise;
    private long[] key = {};

    ParseState(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    void setSteps(List<ParseStep> all) {
        steps = all.toArray(ParseStep[]::new);
    }

    void setKey(List<KeyPart> all, List<Integer> widths) {
        parts = all.toArray(KeyPart[]::new);
        keyWidths.addAll(widths);
        key = new long[widths.stream().mapToInt(Bits::words).sum()];
    }

    /** Widths of the key's parts, bits. */
    List<Integer> keyWidths() {
        return keyWidths;
    }

    void addWay(long[] value, long[] mask, ParseState next) {
        long[] masked = value.clone();
        for (int i = 0; i < masked.length; i++) {
            masked[i] &= mask[i];
        }
        add(new Way(masked, mask, null, next));
    }

    void addWay(ValueSet set, ParseState next) {
        add(new Way(null, null, set, next));
    }

    void setOtherwise(ParseState next) {
        otherwise = next;
    }

    /** Does what the state does; returns FINE or the error that ends parsing. */
    int run(PacketState packet) {
        for (ParseStep step : steps) {
            int error = step.run(packet);
            if (error != ParseStep.FINE) {
                return error;
            }
        }
        int at = 0;
        for (int i = 0; i < parts.length; i++) {
            int error = parts[i].put(packet, key, at);
            if (error != ParseStep.FINE) {
                return error;
            }
            at += Bits.words(keyWidths.get(i));
        }
        return ParseStep.FINE;
    }

    /** The state after this, which has run; null at the end. */
    ParseState next() {
        if (parts.length > 0) {
            for (Way way : ways) {
                if (way.matches(key)) {
                    return way.next;
                }
            }
        }
        return otherwise;
    }

    private void add(Way way) {
        List<Way> all = new ArrayList<>(List.of(ways));
        all.add(way);
        ways = all.toArray(Way[]::new);
    }
}

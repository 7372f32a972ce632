package io.losslab.p4.table;

import java.util.ArrayList;
import java.util.List;

/** Entries with one prefix each: a map for each length of prefix, the longest first. */
final class PrefixLookup implements Lookup {
    private static final class Length {
        final int bits;
        final long[] mask;
        final WordMap entries = new WordMap();

        Length(int bits, long[] mask) {
            this.bits = bits;
            this.mask = mask;
        }
    }

    private final List<Length> lengths = new ArrayList<>();
    private final long[] masked;

    PrefixLookup(int words) {
        masked = new long[words];
    }

    @Override
    public TableEntry find(long[] key) {
        for (int i = 0; i < lengths.size(); i++) {
            Length length = lengths.get(i);
            for (int word = 0; word < masked.length; word++) {
                masked[word] = key[word] & length.mask[word];
            }
            TableEntry found = length.entries.get(masked);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Override
    public void put(TableEntry entry) {
        int bits = entry.key().prefixBits();
        int at = 0;
        while (at < lengths.size() && lengths.get(at).bits > bits) {
            at++;
        }
        if (at == lengths.size() || lengths.get(at).bits != bits) {
            lengths.add(at, new Length(bits, entry.key().mask()));
        }
        lengths.get(at).entries.put(entry);
    }

    @Override
    public void remove(TableEntry entry) {
        for (int i = 0; i < lengths.size(); i++) {
            Length length = lengths.get(i);
            if (length.bits == entry.key().prefixBits()) {
                length.entries.remove(entry);
                if (length.entries.isEmpty()) {
                    lengths.remove(i);
                }
                return;
            }
        }
    }
}

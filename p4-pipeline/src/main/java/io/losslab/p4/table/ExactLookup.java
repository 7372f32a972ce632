package io.losslab.p4.table;

/** Entries that match one key each. */
final class ExactLookup implements Lookup {
    private final WordMap entries = new WordMap();

    @Override
    public TableEntry find(long[] key) {
        return entries.isEmpty() ? null : entries.get(key);
    }

    @Override
    public void put(TableEntry entry) {
        entries.put(entry);
    }

    @Override
    public void remove(TableEntry entry) {
        entries.remove(entry);
    }
}

package io.losslab.p4.table;

/** The entries of a table, arranged by its match kind. */
interface Lookup {
    /** The entry that wins for a key; null where none matches. */
    TableEntry find(long[] key);

    void put(TableEntry entry);

    void remove(TableEntry entry);
}

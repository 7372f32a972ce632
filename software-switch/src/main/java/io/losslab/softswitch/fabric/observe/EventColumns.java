package io.losslab.softswitch.fabric.observe;

import io.losslab.softswitch.fabric.observe.EventLog.Event;
import io.losslab.softswitch.fabric.observe.EventLog.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Events in the order they were added, some 21 bytes each. Allocates for so many at a time as it
 * grows, and nothing for those that take the place of forgotten ones.
 */
final class EventColumns {
    private static final int CHUNK_BITS = 9;
    private static final int CHUNK = 1 << CHUNK_BITS;

    /** Chunks that stay when events are forgotten. */
    private static final int KEPT = 16;

    private static final Kind[] KINDS = Kind.values();

    private static final class Chunk {
        final long[] picos = new long[CHUNK];
        final long[] places = new long[CHUNK];
        final byte[] kinds = new byte[CHUNK];
        final String[] causes = new String[CHUNK];
    }

    private final List<Chunk> chunks = new ArrayList<>();
    private int size;

    /** Node, port and queue in one number. */
    static long place(int node, int port, int queue) {
        return (long) node << 32 | (long) port << 16 | queue & 0xFFFF;
    }

    void add(long picos, long place, Kind kind, String cause) {
        int at = size & CHUNK - 1;
        if (size >> CHUNK_BITS == chunks.size()) {
            chunks.add(new Chunk());
        }
        Chunk chunk = chunks.get(size >> CHUNK_BITS);
        chunk.picos[at] = picos;
        chunk.places[at] = place;
        chunk.kinds[at] = (byte) kind.index;
        chunk.causes[at] = cause;
        size++;
    }

    /** Adds one of others. */
    void add(EventColumns others, int index) {
        add(others.picos(index), others.place(index), others.kind(index), others.cause(index));
    }

    /** Adds all of others. */
    void addAll(EventColumns others) {
        for (int i = 0; i < others.size; i++) {
            add(others, i);
        }
    }

    int size() {
        return size;
    }

    /** Orders two by time and, at one time, by node. */
    int compare(int one, int other) {
        int byTime = Long.compare(picos(one), picos(other));
        return byTime != 0 ? byTime : Integer.compare(node(one), node(other));
    }

    long picos(int index) {
        return chunks.get(index >> CHUNK_BITS).picos[index & CHUNK - 1];
    }

    long place(int index) {
        return chunks.get(index >> CHUNK_BITS).places[index & CHUNK - 1];
    }

    int node(int index) {
        return (int) (place(index) >> 32);
    }

    int port(int index) {
        return (int) (place(index) >> 16) & 0xFFFF;
    }

    int queue(int index) {
        return (short) place(index);
    }

    Kind kind(int index) {
        return KINDS[chunks.get(index >> CHUNK_BITS).kinds[index & CHUNK - 1]];
    }

    private String cause(int index) {
        return chunks.get(index >> CHUNK_BITS).causes[index & CHUNK - 1];
    }

    /** All of them, each in an object of its own. */
    List<Event> toList() {
        List<Event> events = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            events.add(new Event(picos(i), node(i), port(i), queue(i), kind(i), cause(i)));
        }
        return events;
    }

    /** Forgets all, and keeps room for some. */
    void clear() {
        if (chunks.size() > KEPT) {
            chunks.subList(KEPT, chunks.size()).clear();
        }
        size = 0;
    }
}

package io.losslab.services.p4runtime.entity;

import com.google.rpc.Code;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Index;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * All arrays of one kind that a program has: indirect counters, meters or registers.
 *
 * @param <T> what a cell holds
 */
final class CellArrays<T> {
    /** Makes the entity of a cell. */
    interface Answer<T> {
        Entity of(int arrayId, Index index, T value);
    }

    /**
     * What an entry of a request names.
     *
     * @param arrayId 0 for all arrays
     * @param index empty for all cells
     */
    record Place(int arrayId, OptionalLong index) {
        static Place of(int arrayId, boolean hasIndex, Index index) {
            return new Place(
                    arrayId, hasIndex ? OptionalLong.of(index.getIndex()) : OptionalLong.empty());
        }
    }

    private record Array<T>(int id, String name, long size, Cells<T> cells) {}

    private final String kind;
    private final Answer<T> answer;
    private final Map<Integer, Array<T>> arrays = new LinkedHashMap<>();

    /**
     * No arrays yet.
     *
     * @param kind for messages, such as {@code counter}
     */
    CellArrays(String kind, Answer<T> answer) {
        this.kind = kind;
        this.answer = answer;
    }

    void add(Preamble preamble, long size, Cells<T> cells) {
        arrays.put(
                preamble.getId(), new Array<>(preamble.getId(), preamble.getName(), size, cells));
    }

    /** Takes over the cells of the program before; arrays are known by their names. */
    void adopt(CellArrays<T> previous) {
        for (Array<T> old : previous.arrays.values()) {
            for (Array<T> array : arrays.values()) {
                if (array.name().equals(old.name())) {
                    array.cells().adopt(old.cells());
                }
            }
        }
    }

    /** Refuses a place that no array has. */
    void check(Place place) throws Refusal {
        Array<T> array = find(place.arrayId());
        if (place.index().isPresent()) {
            checkedIndex(array, place);
        }
    }

    /** Writes one cell, or all of an array. */
    void write(Place place, T value, Journal journal) throws Refusal {
        Array<T> array = find(place.arrayId());
        array.cells().refresh();
        if (place.index().isEmpty()) {
            array.cells().fill(array.size(), value, journal);
        } else {
            array.cells().set(checkedIndex(array, place), value, journal);
        }
    }

    /** Reads one cell, all of an array, or all there are. */
    void read(Place place, Consumer<Entity> into) throws Refusal {
        if (place.arrayId() != 0) {
            read(find(place.arrayId()), place, into);
            return;
        }
        Refusal.invalidIf(
                place.index().isPresent(), "with %s_id 0 no index can be selected".formatted(kind));
        for (Array<T> array : arrays.values()) {
            read(array, place, into);
        }
    }

    private void read(Array<T> array, Place place, Consumer<Entity> into) throws Refusal {
        boolean all = place.index().isEmpty();
        int from = all ? 0 : checkedIndex(array, place);
        long to = all ? array.size() : from + 1L;
        array.cells().refresh();
        for (int index = from; index < to; index++) {
            Index at = Index.newBuilder().setIndex(index).build();
            into.accept(answer.of(array.id(), at, array.cells().get(index)));
        }
    }

    private Array<T> find(int arrayId) throws Refusal {
        Array<T> array = arrays.get(arrayId);
        if (array == null) {
            throw Refusal.invalid("there is no %s 0x%08x".formatted(kind, arrayId));
        }
        return array;
    }

    /** The index of the cell that an entry names. */
    private int checkedIndex(Array<T> array, Place place) throws Refusal {
        long at = place.index().getAsLong();
        if (at < 0) {
            throw Refusal.invalid("a %s index must not be negative: %d".formatted(kind, at));
        }
        if (at >= array.size()) {
            throw new Refusal(
                    Code.OUT_OF_RANGE,
                    "%s has cells 0..%d: %d".formatted(array.name(), array.size() - 1, at));
        }
        return (int) at;
    }
}

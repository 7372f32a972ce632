package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.v1.CounterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The indirect counters of a program. */
public final class CounterStore implements EntityStore {
    private record Array(Counter counter, CounterCells cells) {
        String name() {
            return counter.getPreamble().getName();
        }
    }

    private final Map<Integer, Array> arrays = new LinkedHashMap<>();

    /**
     * Counters at zero.
     *
     * @param counted by counter id, the cells that something counts in
     */
    public CounterStore(Program program, Map<Integer, CounterCells> counted) {
        for (Counter counter : program.counters()) {
            int id = counter.getPreamble().getId();
            CounterCells cells = counted.get(id);
            arrays.put(
                    id,
                    new Array(
                            counter,
                            cells != null ? cells : new StoredCells((int) counter.getSize())));
        }
    }

    /** Takes over the counts of the program before; counters are known by their names. */
    public void adopt(CounterStore previous) {
        for (Array old : previous.arrays.values()) {
            for (Array array : arrays.values()) {
                if (array.name().equals(old.name())) {
                    array.cells().adopt(old.cells());
                }
            }
        }
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        EntityStore.requireModify(type, "a counter");
        CounterEntry entry = entity.getCounterEntry();
        Array array = find(entry.getCounterId());
        array.cells().refresh();
        long size = array.counter().getSize();
        int from = entry.hasIndex() ? index(array, entry.getIndex()) : 0;
        long to = entry.hasIndex() ? from + 1L : size;
        for (int index = from; index < to && entry.hasData(); index++) {
            array.cells().set(index, entry.getData(), journal);
        }
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        CounterEntry entry = filter.getCounterEntry();
        if (entry.getCounterId() == 0) {
            Refusal.invalidIf(entry.hasIndex(), "with counter_id 0 no index can be selected");
            for (Array array : arrays.values()) {
                readAll(array, into);
            }
            return;
        }
        Array array = find(entry.getCounterId());
        if (!entry.hasIndex()) {
            readAll(array, into);
            return;
        }
        int index = index(array, entry.getIndex());
        array.cells().refresh();
        into.accept(cell(array, index));
    }

    private static void readAll(Array array, Consumer<Entity> into) throws Refusal {
        array.cells().refresh();
        for (int index = 0; index < array.counter().getSize(); index++) {
            into.accept(cell(array, index));
        }
    }

    private static Entity cell(Array array, int index) {
        return Entity.newBuilder()
                .setCounterEntry(
                        CounterEntry.newBuilder()
                                .setCounterId(array.counter().getPreamble().getId())
                                .setIndex(Index.newBuilder().setIndex(index))
                                .setData(array.cells().get(index)))
                .build();
    }

    private static int index(Array array, Index index) throws Refusal {
        return CellIndex.check(index, array.counter().getSize(), "counter", array.name());
    }

    private Array find(int counterId) throws Refusal {
        Array array = arrays.get(counterId);
        if (array == null) {
            throw Refusal.invalid("there is no counter 0x%08x".formatted(counterId));
        }
        return array;
    }
}

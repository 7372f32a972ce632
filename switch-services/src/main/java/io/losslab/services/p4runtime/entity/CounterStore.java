package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.CounterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.Map;
import java.util.function.Consumer;

/** The indirect counters of a program. */
public final class CounterStore implements EntityStore {
    private final CellArrays<CounterData> arrays =
            new CellArrays<>("counter", CounterStore::answer);

    /**
     * Counters at zero.
     *
     * @param counted by counter id, the cells that something counts in
     */
    public CounterStore(Program program, Map<Integer, Cells<CounterData>> counted) {
        for (Counter counter : program.counters()) {
            Cells<CounterData> cells = counted.get(counter.getPreamble().getId());
            arrays.add(
                    counter.getPreamble(),
                    counter.getSize(),
                    cells != null
                            ? cells
                            : new StoredCells<>(
                                    counter.getSize(), CounterData.getDefaultInstance()));
        }
    }

    /** Takes over the counts of the program before; counters are known by their names. */
    public void adopt(CounterStore previous) {
        arrays.adopt(previous.arrays);
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        EntityStore.requireModify(type, "a counter");
        CounterEntry entry = entity.getCounterEntry();
        if (entry.hasData()) {
            arrays.write(place(entry), entry.getData(), journal);
        } else {
            arrays.check(place(entry));
        }
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        arrays.read(place(filter.getCounterEntry()), into);
    }

    private static CellArrays.Place place(CounterEntry entry) {
        return CellArrays.Place.of(entry.getCounterId(), entry.hasIndex(), entry.getIndex());
    }

    private static Entity answer(int counterId, Index index, CounterData data) {
        return Entity.newBuilder()
                .setCounterEntry(
                        CounterEntry.newBuilder()
                                .setCounterId(counterId)
                                .setIndex(index)
                                .setData(data))
                .build();
    }
}

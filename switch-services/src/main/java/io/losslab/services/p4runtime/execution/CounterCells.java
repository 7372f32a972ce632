package io.losslab.services.p4runtime.execution;

import io.losslab.p4.extern.CounterArray;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.services.p4runtime.entity.Cells;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.program.Refusal;

/** The cells of a program's counter, as they were when they were read last. */
final class CounterCells implements Cells<CounterData> {
    private final CounterArray array;
    private final ProgramChanges changes;
    private final ProgramReader reader;
    private CounterData[] seen;

    CounterCells(CounterArray array, ProgramChanges changes, ProgramReader reader) {
        this.array = array;
        this.changes = changes;
        this.reader = reader;
        this.seen = new CounterData[0];
    }

    @Override
    public void refresh() throws Refusal {
        seen = reader.read(runs -> copy(), new CounterData[0]);
    }

    @Override
    public CounterData get(int index) {
        return index < seen.length ? seen[index] : CounterData.getDefaultInstance();
    }

    @Override
    public void set(int index, CounterData value, Journal journal) {
        changes.add(
                runs -> array.set(index, value.getPacketCount(), value.getByteCount()), journal);
    }

    @Override
    public void adopt(Cells<CounterData> previous) {}

    private CounterData[] copy() {
        CounterData[] copy = new CounterData[array.size()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] =
                    CounterData.newBuilder()
                            .setPacketCount(array.packets(i))
                            .setByteCount(array.bytes(i))
                            .build();
        }
        return copy;
    }
}

package io.losslab.softswitch.p4runtime;

import com.google.rpc.Code;
import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.CounterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Index;
import java.util.List;
import java.util.function.Consumer;

/**
 * The program's two counter arrays, read from the plane's running totals. Setting a cell keeps an
 * offset to the total. Cells where the device has no port stay at what they were set to, 0 at
 * first. Guarded by the device's lock.
 */
final class PortCounters {
    private final List<CounterArray> arrays;

    PortCounters(ProgramLayout layout, ForwardingPlane plane) {
        this.arrays =
                List.of(
                        new CounterArray(
                                layout.rx(), plane.portCount(), plane::rxPackets, plane::rxBytes),
                        new CounterArray(
                                layout.tx(), plane.portCount(), plane::txPackets, plane::txBytes));
    }

    /** Sets every cell to zero. */
    void reset() throws Refusal {
        for (CounterArray array : arrays) {
            for (int index = 0; index < array.size(); index++) {
                array.set(index, CounterData.getDefaultInstance());
            }
        }
    }

    /**
     * Goes on counting where the arrays of another program stand; cells it had and we have not are
     * lost.
     */
    void adopt(PortCounters previous) {
        for (int i = 0; i < arrays.size(); i++) {
            arrays.get(i).adopt(previous.arrays.get(i));
        }
    }

    /** Sets a cell, or all of an array; without data nothing changes. */
    void modify(CounterEntry entry) throws Refusal {
        CounterArray array = find(entry.getCounterId());
        if (!entry.hasIndex()) {
            for (int index = 0; index < array.size() && entry.hasData(); index++) {
                array.set(index, entry.getData());
            }
            return;
        }
        int index = array.requireIndex(entry.getIndex());
        if (entry.hasData()) {
            array.set(index, entry.getData());
        }
    }

    /** Reads a cell, all of an array where the index is unset, all arrays where the id is 0. */
    void read(CounterEntry filter, Consumer<Entity> into) throws Refusal {
        if (filter.getCounterId() == 0) {
            if (filter.hasIndex()) {
                throw Refusal.invalid("with counter_id 0 no index can be selected");
            }
            for (CounterArray array : arrays) {
                array.readAll(into);
            }
            return;
        }
        CounterArray array = find(filter.getCounterId());
        if (filter.hasIndex()) {
            into.accept(array.entity(array.requireIndex(filter.getIndex())));
        } else {
            array.readAll(into);
        }
    }

    private CounterArray find(int counterId) throws Refusal {
        for (CounterArray array : arrays) {
            if (array.id() == counterId) {
                return array;
            }
        }
        throw Refusal.invalid("there is no counter 0x%08x".formatted(counterId));
    }

    /** A running total of a port. */
    private interface PortTotal {
        long of(int port);
    }

    private static final class CounterArray {
        private final Counter counter;
        private final int portCount;
        private final PortTotal packets;
        private final PortTotal bytes;
        // Cell minus total, by index.
        private final long[] packetOffsets;
        private final long[] byteOffsets;

        CounterArray(Counter counter, int portCount, PortTotal packets, PortTotal bytes) {
            this.counter = counter;
            this.portCount = portCount;
            this.packets = packets;
            this.bytes = bytes;
            this.packetOffsets = new long[(int) counter.getSize()];
            this.byteOffsets = new long[(int) counter.getSize()];
        }

        int id() {
            return counter.getPreamble().getId();
        }

        int size() {
            return packetOffsets.length;
        }

        int requireIndex(Index index) throws Refusal {
            if (index.getIndex() < 0) {
                throw Refusal.invalid("a counter index must not be negative: " + index.getIndex());
            }
            if (index.getIndex() >= size()) {
                throw new Refusal(
                        Code.OUT_OF_RANGE,
                        "%s has cells 0..%d: %d"
                                .formatted(
                                        counter.getPreamble().getName(),
                                        size() - 1,
                                        index.getIndex()));
            }
            return (int) index.getIndex();
        }

        void set(int index, CounterData data) throws Refusal {
            packetOffsets[index] = data.getPacketCount() - total(packets, index);
            byteOffsets[index] = data.getByteCount() - total(bytes, index);
        }

        void adopt(CounterArray previous) {
            int shared = Math.min(size(), previous.size());
            System.arraycopy(previous.packetOffsets, 0, packetOffsets, 0, shared);
            System.arraycopy(previous.byteOffsets, 0, byteOffsets, 0, shared);
        }

        void readAll(Consumer<Entity> into) throws Refusal {
            for (int index = 0; index < size(); index++) {
                into.accept(entity(index));
            }
        }

        Entity entity(int index) throws Refusal {
            return Entity.newBuilder()
                    .setCounterEntry(
                            CounterEntry.newBuilder()
                                    .setCounterId(id())
                                    .setIndex(Index.newBuilder().setIndex(index))
                                    .setData(
                                            CounterData.newBuilder()
                                                    .setPacketCount(
                                                            total(packets, index)
                                                                    + packetOffsets[index])
                                                    .setByteCount(
                                                            total(bytes, index)
                                                                    + byteOffsets[index])))
                    .build();
        }

        private long total(PortTotal total, int index) throws Refusal {
            if (index < 1 || index > portCount) {
                return 0;
            }
            try {
                return total.of(index);
            } catch (IllegalStateException e) {
                throw Refusal.ofPlane(e);
            }
        }
    }
}

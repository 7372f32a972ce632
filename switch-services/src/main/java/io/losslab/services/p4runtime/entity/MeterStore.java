package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.config.v1.Meter;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.MeterEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The configurations of a program's indirect meters; a cell without one is green for all. */
public final class MeterStore implements EntityStore {
    private record Array(Meter meter, Map<Integer, MeterConfig> configs) {
        String name() {
            return meter.getPreamble().getName();
        }
    }

    private final Map<Integer, Array> arrays = new LinkedHashMap<>();

    public MeterStore(Program program) {
        for (Meter meter : program.meters()) {
            arrays.put(meter.getPreamble().getId(), new Array(meter, new HashMap<>()));
        }
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        EntityStore.requireModify(type, "a meter");
        MeterEntry entry = entity.getMeterEntry();
        Array array = find(entry.getMeterId());
        if (entry.hasCounterData()) {
            throw MeterLimits.noColourCounters();
        }
        if (entry.hasConfig()) {
            MeterLimits.check(array.meter().getSpec(), entry.getConfig());
        }
        MeterConfig config = entry.hasConfig() ? entry.getConfig() : null;
        int from = entry.hasIndex() ? index(array, entry.getIndex()) : 0;
        long to = entry.hasIndex() ? from + 1L : array.meter().getSize();
        for (int index = from; index < to; index++) {
            int cell = index;
            MeterConfig old = put(array, cell, config);
            journal.add(() -> put(array, cell, old));
        }
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        MeterEntry entry = filter.getMeterEntry();
        if (entry.hasCounterData()) {
            throw MeterLimits.noColourCounters();
        }
        if (entry.getMeterId() == 0) {
            Refusal.invalidIf(entry.hasIndex(), "with meter_id 0 no index can be selected");
            arrays.values().forEach(array -> readAll(array, into));
            return;
        }
        Array array = find(entry.getMeterId());
        if (entry.hasIndex()) {
            into.accept(cell(array, index(array, entry.getIndex())));
        } else {
            readAll(array, into);
        }
    }

    private static MeterConfig put(Array array, int index, MeterConfig config) {
        return config == null ? array.configs().remove(index) : array.configs().put(index, config);
    }

    private static void readAll(Array array, Consumer<Entity> into) {
        for (int index = 0; index < array.meter().getSize(); index++) {
            into.accept(cell(array, index));
        }
    }

    private static Entity cell(Array array, int index) {
        MeterEntry.Builder cell =
                MeterEntry.newBuilder()
                        .setMeterId(array.meter().getPreamble().getId())
                        .setIndex(Index.newBuilder().setIndex(index));
        MeterConfig config = array.configs().get(index);
        if (config != null) {
            cell.setConfig(config);
        }
        return Entity.newBuilder().setMeterEntry(cell).build();
    }

    private static int index(Array array, Index index) throws Refusal {
        return CellIndex.check(index, array.meter().getSize(), "meter", array.name());
    }

    private Array find(int meterId) throws Refusal {
        Array array = arrays.get(meterId);
        if (array == null) {
            throw Refusal.invalid("there is no meter 0x%08x".formatted(meterId));
        }
        return array;
    }
}

package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.config.v1.Meter;
import io.losslab.proto.p4.config.v1.MeterSpec;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.MeterEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The configurations of a program's indirect meters; a cell without one is green for all. */
public final class MeterStore implements EntityStore {
    private final CellArrays<MeterConfig> arrays = new CellArrays<>("meter", MeterStore::answer);
    private final Map<Integer, MeterSpec> specs = new HashMap<>();

    /**
     * Meters without configuration.
     *
     * @param bound by meter id, those that packets meet
     */
    public MeterStore(Program program, Map<Integer, Cells<MeterConfig>> bound) {
        for (Meter meter : program.meters()) {
            Cells<MeterConfig> cells = bound.get(meter.getPreamble().getId());
            arrays.add(
                    meter.getPreamble(),
                    meter.getSize(),
                    cells != null ? cells : new StoredCells<>(meter.getSize(), null));
            specs.put(meter.getPreamble().getId(), meter.getSpec());
        }
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        EntityStore.requireModify(type, "a meter");
        MeterEntry entry = entity.getMeterEntry();
        arrays.check(place(entry));
        if (entry.hasCounterData()) {
            throw MeterLimits.noColourCounters();
        }
        if (entry.hasConfig()) {
            MeterLimits.check(specs.get(entry.getMeterId()), entry.getConfig());
        }
        arrays.write(place(entry), entry.hasConfig() ? entry.getConfig() : null, journal);
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        if (filter.getMeterEntry().hasCounterData()) {
            throw MeterLimits.noColourCounters();
        }
        arrays.read(place(filter.getMeterEntry()), into);
    }

    private static CellArrays.Place place(MeterEntry entry) {
        return CellArrays.Place.of(entry.getMeterId(), entry.hasIndex(), entry.getIndex());
    }

    private static Entity answer(int meterId, Index index, MeterConfig config) {
        MeterEntry.Builder cell = MeterEntry.newBuilder().setMeterId(meterId).setIndex(index);
        if (config != null) {
            cell.setConfig(config);
        }
        return Entity.newBuilder().setMeterEntry(cell).build();
    }
}

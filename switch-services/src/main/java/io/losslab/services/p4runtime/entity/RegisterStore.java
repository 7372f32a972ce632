package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.config.v1.Register;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.proto.p4.v1.RegisterEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.program.DataType;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The registers of a program; a cell that was not written is zero. */
public final class RegisterStore implements EntityStore {
    private record Array(
            Register register, DataType type, P4Data initial, Map<Integer, P4Data> cells) {
        String name() {
            return register.getPreamble().getName();
        }
    }

    private final Map<Integer, Array> arrays = new LinkedHashMap<>();

    public RegisterStore(Program program) {
        for (Register register : program.registers()) {
            DataType type = program.typeOf(register);
            arrays.put(
                    register.getPreamble().getId(),
                    new Array(register, type, type.initial(), new HashMap<>()));
        }
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        EntityStore.requireModify(type, "a register");
        RegisterEntry entry = entity.getRegisterEntry();
        Array array = find(entry.getRegisterId());
        Refusal.invalidIf(!entry.hasData(), "the register entry has no data");
        P4Data value = array.type().check(entry.getData(), array.name());
        int from = entry.hasIndex() ? index(array, entry.getIndex()) : 0;
        long to = entry.hasIndex() ? from + 1L : array.register().getSize();
        for (int index = from; index < to; index++) {
            int cell = index;
            P4Data old = array.cells().put(cell, value);
            journal.add(() -> restore(array, cell, old));
        }
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        RegisterEntry entry = filter.getRegisterEntry();
        if (entry.getRegisterId() == 0) {
            Refusal.invalidIf(entry.hasIndex(), "with register_id 0 no index can be selected");
            arrays.values().forEach(array -> readAll(array, into));
            return;
        }
        Array array = find(entry.getRegisterId());
        if (entry.hasIndex()) {
            into.accept(cell(array, index(array, entry.getIndex())));
        } else {
            readAll(array, into);
        }
    }

    private static void restore(Array array, int index, P4Data old) {
        if (old == null) {
            array.cells().remove(index);
        } else {
            array.cells().put(index, old);
        }
    }

    private static void readAll(Array array, Consumer<Entity> into) {
        for (int index = 0; index < array.register().getSize(); index++) {
            into.accept(cell(array, index));
        }
    }

    private static Entity cell(Array array, int index) {
        return Entity.newBuilder()
                .setRegisterEntry(
                        RegisterEntry.newBuilder()
                                .setRegisterId(array.register().getPreamble().getId())
                                .setIndex(Index.newBuilder().setIndex(index))
                                .setData(array.cells().getOrDefault(index, array.initial())))
                .build();
    }

    private static int index(Array array, Index index) throws Refusal {
        return CellIndex.check(index, array.register().getSize(), "register", array.name());
    }

    private Array find(int registerId) throws Refusal {
        Array array = arrays.get(registerId);
        if (array == null) {
            throw Refusal.invalid("there is no register 0x%08x".formatted(registerId));
        }
        return array;
    }
}

package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.config.v1.Register;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.proto.p4.v1.RegisterEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The registers of a program; a cell that was not written is zero. */
public final class RegisterStore implements EntityStore {
    private final Program program;
    private final CellArrays<P4Data> arrays = new CellArrays<>("register", RegisterStore::answer);
    private final Map<Integer, Register> registers = new HashMap<>();

    /**
     * Registers at zero.
     *
     * @param bound by register id, the cells that packets read and write
     */
    public RegisterStore(Program program, Map<Integer, Cells<P4Data>> bound) {
        this.program = program;
        for (Register register : program.registers()) {
            arrays.add(register.getPreamble(), register.getSize(), cells(register, bound));
            registers.put(register.getPreamble().getId(), register);
        }
    }

    private Cells<P4Data> cells(Register register, Map<Integer, Cells<P4Data>> bound) {
        Cells<P4Data> cells = bound.get(register.getPreamble().getId());
        return cells != null
                ? cells
                : new StoredCells<>(register.getSize(), program.typeOf(register).initial());
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        EntityStore.requireModify(type, "a register");
        RegisterEntry entry = entity.getRegisterEntry();
        arrays.check(place(entry));
        Refusal.invalidIf(!entry.hasData(), "the register entry has no data");
        Register register = registers.get(entry.getRegisterId());
        P4Data value =
                program.typeOf(register).check(entry.getData(), register.getPreamble().getName());
        arrays.write(place(entry), value, journal);
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        arrays.read(place(filter.getRegisterEntry()), into);
    }

    private static CellArrays.Place place(RegisterEntry entry) {
        return CellArrays.Place.of(entry.getRegisterId(), entry.hasIndex(), entry.getIndex());
    }

    private static Entity answer(int registerId, Index index, P4Data data) {
        return Entity.newBuilder()
                .setRegisterEntry(
                        RegisterEntry.newBuilder()
                                .setRegisterId(registerId)
                                .setIndex(index)
                                .setData(data))
                .build();
    }
}

package io.losslab.services.p4runtime.execution;

import io.losslab.p4.extern.RegisterArray;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.services.p4runtime.entity.Cells;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.program.DataType;
import io.losslab.services.p4runtime.program.Refusal;
import java.math.BigInteger;
import java.util.List;

/** The cells of a program's register, as they were when they were read last. */
final class RegisterCells implements Cells<P4Data> {
    private final RegisterArray array;
    private final DataType type;
    private final ProgramChanges changes;
    private final ProgramReader reader;
    private RegisterArray seen;

    RegisterCells(
            RegisterArray array, DataType type, ProgramChanges changes, ProgramReader reader) {
        this.array = array;
        this.type = type;
        this.changes = changes;
        this.reader = reader;
    }

    @Override
    public void refresh() throws Refusal {
        seen = reader.read(runs -> array.copy(), null);
    }

    @Override
    public P4Data get(int index) {
        BigInteger value = seen == null ? BigInteger.ZERO : seen.get(index);
        return type.assemble(List.of(value).iterator());
    }

    @Override
    public void set(int index, P4Data value, Journal journal) {
        BigInteger number = type.number(value);
        changes.add(runs -> array.set(index, number), journal);
    }

    @Override
    public void adopt(Cells<P4Data> previous) {}
}

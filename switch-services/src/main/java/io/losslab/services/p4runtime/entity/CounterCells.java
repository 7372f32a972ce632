package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.v1.CounterData;
import io.losslab.services.p4runtime.program.Refusal;

/** The cells of an indirect counter. */
public interface CounterCells {
    /** Takes the newest totals, for the reads and writes until the next time. */
    void refresh() throws Refusal;

    CounterData get(int index);

    void set(int index, CounterData data, Journal journal);

    /** Takes over the cells of the counter that was here before. */
    void adopt(CounterCells previous);
}

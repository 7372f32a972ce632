package io.losslab.services.p4runtime.entity.table;

import io.losslab.proto.p4.v1.CounterData;
import io.losslab.services.p4runtime.program.MatchKey;

/** The packets that met a table's entries, at one moment. */
public interface EntryCounts {
    /** Of a table whose packets are not counted. */
    EntryCounts NONE = key -> CounterData.getDefaultInstance();

    /**
     * What met an entry since it was put; zero where it is not there.
     *
     * @param key null for the default entry
     */
    CounterData of(MatchKey key);
}

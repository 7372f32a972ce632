package io.losslab.softswitch.p4runtime.entity;

import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.softswitch.p4runtime.program.MatchKey;
import java.util.Optional;

/**
 * An entry of a table.
 *
 * @param key null for the default entry
 * @param entry as it was written, in canonical form, without its direct resources
 * @param count of its direct counter; zero where the table has none
 * @param meter of its direct meter; empty is "green for all"
 */
record StoredEntry(MatchKey key, TableEntry entry, CounterData count, Optional<MeterConfig> meter) {
    StoredEntry withCount(CounterData other) {
        return new StoredEntry(key, entry, other, meter);
    }

    StoredEntry withMeter(Optional<MeterConfig> other) {
        return new StoredEntry(key, entry, count, other);
    }

    /** The entry as a read answers it, with the direct resources that the filter asks for. */
    TableEntry answer(TableEntry filter) {
        if (!filter.hasCounterData() && !filter.hasMeterConfig()) {
            return entry;
        }
        TableEntry.Builder answer = entry.toBuilder();
        if (filter.hasCounterData()) {
            answer.setCounterData(count);
        }
        if (filter.hasMeterConfig()) {
            meter.ifPresent(answer::setMeterConfig);
        }
        return answer.build();
    }
}

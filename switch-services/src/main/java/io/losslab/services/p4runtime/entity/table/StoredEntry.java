package io.losslab.services.p4runtime.entity.table;

import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.services.p4runtime.program.MatchKey;
import java.util.Map;
import java.util.Optional;

/**
 * An entry of a table.
 *
 * @param key null for the default entry
 * @param entry as it was written, in canonical form, without its direct resources
 * @param countOffset its direct counter less what its table's binding counted; zero where the table
 *     has none
 * @param meter of its direct meter; empty is "green for all"
 */
record StoredEntry(
        MatchKey key, TableEntry entry, CounterData countOffset, Optional<MeterConfig> meter) {
    /** The entry with its direct counter at a value. */
    StoredEntry withCount(CounterData value, EntryCounts counts) {
        return new StoredEntry(key, entry, sum(value, counts.of(key), -1), meter);
    }

    /** Its direct counter. */
    CounterData count(EntryCounts counts) {
        return sum(countOffset, counts.of(key), 1);
    }

    StoredEntry withMeter(Optional<MeterConfig> other) {
        return new StoredEntry(key, entry, countOffset, other);
    }

    /** The entry as a read answers it, with what else the filter asks for. */
    TableEntry answer(TableEntry filter, EntryCounts counts, Map<MatchKey, Long> idleNanos) {
        if (!filter.hasCounterData() && !filter.hasMeterConfig() && !filter.hasTimeSinceLastHit()) {
            return entry;
        }
        TableEntry.Builder answer = entry.toBuilder();
        if (filter.hasCounterData()) {
            answer.setCounterData(count(counts));
        }
        if (filter.hasMeterConfig()) {
            meter.ifPresent(answer::setMeterConfig);
        }
        if (filter.hasTimeSinceLastHit()) {
            answer.getTimeSinceLastHitBuilder().setElapsedNs(idleNanos.getOrDefault(key, 0L));
        }
        return answer.build();
    }

    private static CounterData sum(CounterData a, CounterData b, int sign) {
        return CounterData.newBuilder()
                .setPacketCount(a.getPacketCount() + sign * b.getPacketCount())
                .setByteCount(a.getByteCount() + sign * b.getByteCount())
                .build();
    }
}

package io.losslab.services.p4runtime.entity.table;

import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.program.MatchKey;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.Map;
import java.util.Optional;

/** Who carries out a table's entries. */
public interface TableBinding {
    /** For a table that is only kept. */
    TableBinding NONE =
            new TableBinding() {
                @Override
                public void put(MatchKey key, TableAction action, Journal journal) {}

                @Override
                public void remove(MatchKey key, Journal journal) {}

                @Override
                public void checkDefault(Action action) {}
            };

    /** The entries that the program itself puts, with their actions. */
    default Map<MatchKey, TableAction> initial() {
        return Map.of();
    }

    /** The default action of the program itself; where empty, that of the P4Info. */
    default Optional<Action> initialDefault() {
        return Optional.empty();
    }

    /** An entry is new, or takes another action; refused where that cannot be carried out. */
    void put(MatchKey key, TableAction action, Journal journal) throws Refusal;

    /** An entry is gone. */
    void remove(MatchKey key, Journal journal);

    /** What packets have met the entries; zeroes where the binding does not count. */
    default EntryCounts counts() throws Refusal {
        return EntryCounts.NONE;
    }

    /** The default action is new. */
    default void putDefault(Action action, Journal journal) throws Refusal {}

    /** The default action is that of the program itself again. */
    default void resetDefault(Journal journal) {}

    /** The direct meter of an entry is new; empty for none; {@code key} is null for the default. */
    default void putMeter(MatchKey key, Optional<MeterConfig> meter, Journal journal) {}

    /** An entry is to be reported whenever no packet has met it for a time; 0: never. */
    default void putTimeout(MatchKey key, TableEntry entry, Journal journal) {}

    /** How long no packet has met the entries, ns. */
    default Map<MatchKey, Long> idleNanos() throws Refusal {
        return Map.of();
    }

    /** Refuses a default action that cannot be carried out. */
    void checkDefault(Action action) throws Refusal;
}

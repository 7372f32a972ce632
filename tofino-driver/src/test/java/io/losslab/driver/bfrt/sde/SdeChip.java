package io.losslab.driver.bfrt.sde;

import com.google.protobuf.ByteString;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TableKey;
import io.losslab.services.bfrt.SdeEntries;
import io.losslab.services.bfrt.SdeHardware;
import io.losslab.services.bfrt.SdeServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** A server whose entries a test looks at and prepares. */
public class SdeChip extends SdeServer {
    private final Faults faults;

    /** Refuses a program where a test asks for that, and has the queues of ports that it says. */
    private static final class Faults implements SdeHardware {
        private final AtomicReference<String> next = new AtomicReference<>();
        private final Map<Long, Map<String, Object>> places = new HashMap<>();

        @Override
        public Map<String, Object> measured(String table, int pipe, Map<String, Long> key) {
            return table.equals("tm.port.cfg")
                    ? places.getOrDefault(key.get("dev_port"), Map.of())
                    : Map.of();
        }

        @Override
        public Optional<String> refusal(ForwardingPipelineConfig program, SdeEntries empty) {
            return Optional.ofNullable(next.getAndSet(null));
        }
    }

    /**
     * A chip without a program.
     *
     * @param fixed JSON of its fixed tables
     */
    public SdeChip(String fixed) {
        this(fixed, new Faults());
    }

    private SdeChip(String fixed, Faults faults) {
        super(fixed, faults);
        this.faults = faults;
    }

    /** The next program is refused while it is loaded, and the chip has none then. */
    public final void failNextLoad(String message) {
        faults.next.set(message);
    }

    /** Where a port has its queues: some of a group, in order. */
    public final void place(int port, int group, int first, int count) {
        onEntries(
                entries ->
                        faults.places.put(
                                (long) port,
                                Map.of(
                                        "pg_id",
                                        (long) group,
                                        "port_queues_count",
                                        (long) count,
                                        "egress_qid_queues",
                                        IntStream.range(first, first + count).boxed().toList())));
    }

    /** An entry that is there from the start. */
    public final void preset(int table, int pipe, TableKey key, DataField... data) {
        preset(table, pipe, key, 0, data);
    }

    /** An entry with an action that is there from the start. */
    public final void preset(int table, int pipe, TableKey key, int action, DataField... data) {
        onEntries(
                entries -> {
                    entries.preset(
                            table,
                            pipe,
                            key,
                            TableData.newBuilder()
                                    .setActionId(action)
                                    .addAllFields(List.of(data))
                                    .build());
                    return null;
                });
    }

    /** From now on the field becomes this, whatever is written. */
    public final void round(int table, int field, ByteString value) {
        onEntries(
                entries -> {
                    entries.round(table, field, value);
                    return null;
                });
    }

    /** Entries that were made, of all tables. */
    public final int entryCount() {
        return onEntries(entries -> entries.all().size());
    }

    /** The entries of a table in a pipe, in the order in which they were made. */
    public final List<TableEntry> entries(int pipe, int table) {
        return onEntries(
                entries -> {
                    List<TableEntry> found = new ArrayList<>();
                    entries.all()
                            .forEach(
                                    (place, data) -> {
                                        if (place.table() == table && place.pipe() == pipe) {
                                            found.add(
                                                    TableEntry.newBuilder()
                                                            .setTableId(table)
                                                            .setKey(place.key())
                                                            .setData(data)
                                                            .build());
                                        }
                                    });
                    return found;
                });
    }
}

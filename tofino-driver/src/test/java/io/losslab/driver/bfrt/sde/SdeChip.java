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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A server whose entries a test looks at and prepares. */
public class SdeChip extends SdeServer {
    private final Faults faults;

    /** Refuses a program where a test asks for that. */
    private static final class Faults implements SdeHardware {
        private final AtomicReference<String> next = new AtomicReference<>();

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

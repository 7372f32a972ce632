package io.losslab.devices.tofino2.program;

import com.google.protobuf.Message;
import io.losslab.driver.p4runtime.ProgramEntry;
import io.losslab.proto.p4.config.v1.P4Info;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a scheme's program is given over P4Runtime, in the making: table entries and multicast
 * groups, in the order in which they were begun. Not thread safe.
 */
final class SchemeEntries {
    private final P4Info p4Info;
    private final List<Supplier<? extends Message>> begun = new ArrayList<>();

    /** None yet, for a program. */
    SchemeEntries(P4Info p4Info) {
        this.p4Info = p4Info;
    }

    /** Begins an entry of a table. The caller gives it keys, action and parameters. */
    ProgramEntry in(String table) {
        ProgramEntry entry = ProgramEntry.in(p4Info, table);
        begun.add(entry::build);
        return entry;
    }

    /** Begins an entry of a ghost thread's table, whose key is a queue that it watches. */
    ProgramEntry watched(String table, PortPlace place, int queue) {
        return in(table)
                .exact("ghost_md.pipe_id", place.pipe())
                .exact("ghost_md.qid", place.ghostQueue(queue));
    }

    /** Thresholds of a program whose profiles have one pair each. */
    void addLevels(Profiles<CellLevels> profiles) {
        profiles.all()
                .forEach(
                        (levels, profile) ->
                                levels.addTo(
                                        this,
                                        "depth",
                                        entry -> entry.exact("meta.profile", profile)));
    }

    void add(Message entry) {
        begun.add(() -> entry);
    }

    /** All that were begun, which must be complete by now. After it there are none. */
    List<Message> take() {
        List<Message> entries = new ArrayList<>();
        begun.forEach(entry -> entries.add(entry.get()));
        begun.clear();
        return entries;
    }
}

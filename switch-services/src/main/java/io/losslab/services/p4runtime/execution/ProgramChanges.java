package io.losslab.services.p4runtime.execution;

import io.losslab.p4.runtime.P4Switch;
import io.losslab.services.p4runtime.entity.Journal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Changes for the plane that it does not have yet, in order. */
final class ProgramChanges {
    private List<Consumer<P4Switch>> pending = new ArrayList<>();

    /** Adds a change, which undoing the batch takes back. */
    void add(Consumer<P4Switch> change, Journal journal) {
        List<Consumer<P4Switch>> into = pending;
        into.add(change);
        journal.add(() -> into.remove(into.size() - 1));
    }

    List<Consumer<P4Switch>> take() {
        List<Consumer<P4Switch>> taken = pending;
        pending = new ArrayList<>();
        return taken;
    }
}

package io.losslab.flowcontrol.ofc;

/** Flows that are paused: those of a list, or all. */
final class PausedFlows {
    private final FlowSet flows = new FlowSet();
    private boolean all;

    /** As the list and {@link #all} say: every packet asks. */
    private boolean empty = true;

    private long changes;

    /** Whether a flow is paused. */
    boolean contains(long flow) {
        return all || flows.contains(flow);
    }

    boolean isEmpty() {
        return empty;
    }

    /** Whether all flows are paused, whatever the list says. */
    boolean all() {
        return all;
    }

    /** The list. */
    FlowSet flows() {
        return flows;
    }

    /** Grows with every change. */
    long changes() {
        return changes;
    }

    void setAll(boolean nowAll) {
        all = nowAll;
        onChange();
    }

    /** Adds a flow to the list; returns whether it is new there. */
    boolean add(long flow) {
        boolean isNew = flows.add(flow);
        onChange();
        return isNew;
    }

    void remove(long flow) {
        flows.remove(flow);
        onChange();
    }

    void clear() {
        all = false;
        flows.clear();
        onChange();
    }

    void copyFrom(PausedFlows other) {
        clear();
        all = other.all;
        flows.addAll(other.flows);
        onChange();
    }

    private void onChange() {
        changes++;
        empty = !all && flows.size() == 0;
    }
}

package io.losslab.flowcontrol.ofc;

/** Flows that are paused: those of a list, or all. */
final class PausedFlows {
    private final FlowSet flows = new FlowSet();
    private boolean all;
    private long changes;

    /** Whether a flow is paused. */
    boolean contains(long flow) {
        return all || flows.contains(flow);
    }

    boolean isEmpty() {
        return !all && flows.size() == 0;
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
        changes++;
        all = nowAll;
    }

    /** Adds a flow to the list; returns whether it is new there. */
    boolean add(long flow) {
        changes++;
        return flows.add(flow);
    }

    void remove(long flow) {
        changes++;
        flows.remove(flow);
    }

    void clear() {
        changes++;
        all = false;
        flows.clear();
    }

    void copyFrom(PausedFlows other) {
        clear();
        all = other.all;
        flows.addAll(other.flows);
    }
}

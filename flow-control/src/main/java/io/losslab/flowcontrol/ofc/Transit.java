package io.losslab.flowcontrol.ofc;

/**
 * The flows of a priority that came in by one port and wait at another, with their packets: a part
 * of OFC's flow_in_port_tab.
 */
final class Transit {
    private final FlowSet flows = new FlowSet();
    private long arrivals;
    private long announced = -1;

    FlowSet flows() {
        return flows;
    }

    /** Counts a packet in; returns whether its flow is new here. */
    boolean enter(long flow) {
        boolean isNew = flows.increment(flow);
        if (isNew) {
            arrivals++;
        }
        return isNew;
    }

    /** Counts a packet out; returns whether it was its flow's last. */
    boolean leave(long flow) {
        return flows.decrement(flow);
    }

    /**
     * Whether anything changed since the last call: flows arrived here, or what is paused at either
     * end.
     *
     * @param pauseChanges changes of both ends, ever
     */
    boolean isNews(long pauseChanges) {
        long state = arrivals + pauseChanges;
        boolean news = state != announced;
        announced = state;
        return news;
    }
}

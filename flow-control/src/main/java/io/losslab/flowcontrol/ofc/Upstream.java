package io.losslab.flowcontrol.ofc;

/** A priority at an ingress port: its buffered bytes, and what it paused at the far end. */
final class Upstream {
    private final int port;
    private final int priority;
    private final OfcSettings settings;

    /** The port's pause_frame_tab. */
    private final PausedFlows paused = new PausedFlows();

    private long bytes;

    Upstream(int port, int priority, OfcSettings settings) {
        this.port = port;
        this.priority = priority;
        this.settings = settings;
    }

    int port() {
        return port;
    }

    int priority() {
        return priority;
    }

    OfcSettings settings() {
        return settings;
    }

    PausedFlows paused() {
        return paused;
    }

    /** Bytes buffered that came in here: the paper's q_in. */
    long bytes() {
        return bytes;
    }

    void count(int more) {
        bytes += more;
    }

    /** Whether something is paused that X_ON lets go. */
    boolean mayResume() {
        return bytes <= settings.xonBytes() && !paused.isEmpty();
    }
}

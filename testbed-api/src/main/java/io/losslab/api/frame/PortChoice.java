package io.losslab.api.frame;

/**
 * How a switch picks one of several equal-cost ports for a packet.
 *
 * @param kind by what
 * @param samples d of DRILL: ports compared at random for each packet, above zero; else 0
 * @param memory m of DRILL: least loaded ports of the last time, compared too; else 0
 */
public record PortChoice(Kind kind, int samples, int memory) {
    /** Highest {@code samples} and {@code memory}. */
    public static final int MOST_COMPARED = 64;

    /** By the {@link FlowHash} of each packet's flow. */
    public static final PortChoice BY_FLOW = new PortChoice(Kind.FLOW, 0, 0);

    /** What a choice goes by. */
    public enum Kind {
        /** A hash of the 5-tuple: every packet of a flow takes the same port (ECMP). */
        FLOW,
        /** The shortest of a few queues, packet by packet (DRILL, SIGCOMM 2017). */
        DRILL,
        /** A draw, packet by packet (packet spraying). */
        SPRAY
    }

    public PortChoice {
        boolean drill = kind == Kind.DRILL;
        if (samples < (drill ? 1 : 0) || samples > (drill ? MOST_COMPARED : 0)) {
            throw new IllegalArgumentException(
                    "samples must be %s: %d".formatted(drill ? "1.." + MOST_COMPARED : 0, samples));
        }
        if (memory < 0 || memory > (drill ? MOST_COMPARED : 0)) {
            throw new IllegalArgumentException(
                    "memory must be 0..%d: %d".formatted(drill ? MOST_COMPARED : 0, memory));
        }
    }

    /** DRILL(d, m). */
    public static PortChoice drill(int samples, int memory) {
        return new PortChoice(Kind.DRILL, samples, memory);
    }

    /** Packet spraying. */
    public static PortChoice spray() {
        return new PortChoice(Kind.SPRAY, 0, 0);
    }

    /** Whether packets of a flow may take different ports, and so overtake each other. */
    public boolean isByPacket() {
        return kind != Kind.FLOW;
    }
}

package io.losslab.services.product;

/**
 * A counter of a port.
 *
 * @param port from 1
 * @param priority 0..7, of frames of {@link Kind#PAUSES_IN} and {@link Kind#PAUSES_OUT}; otherwise
 *     0
 */
public record PortCounter(int port, Kind kind, int priority) {
    /** What is counted. */
    public enum Kind {
        OCTETS_IN,
        PACKETS_IN,
        OCTETS_OUT,
        PACKETS_OUT,
        /** Packets that were dropped where they came in. */
        DISCARDS_IN,
        /** Packets that were dropped where they were to go out. */
        DISCARDS_OUT,
        /** PFC frames received that cover a priority. */
        PAUSES_IN,
        /** PFC frames sent that cover a priority. */
        PAUSES_OUT
    }

    /** One of a port as a whole. */
    static PortCounter of(int port, Kind kind) {
        return new PortCounter(port, kind, 0);
    }
}

package io.losslab.roce.service;

import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.proto.v1.SendPausesRequest;
import io.losslab.proto.v1.TimedPause;

/** What is checked of the pauses that a host is to send, whatever kind of host it is. */
public final class PauseRequests {
    private static final int MOST = 1 << 16;
    private static final int ALL_PRIORITIES = 0xFF;

    private PauseRequests() {}

    /**
     * Checks that a host has a port.
     *
     * @param ports it has
     * @throws IllegalArgumentException where it has not
     */
    public static void checkPort(String host, int port, int ports) {
        if (port < 1 || port > ports) {
            throw new IllegalArgumentException(
                    "%s has ports 1..%d, not %d".formatted(host, ports, port));
        }
    }

    /**
     * Checks everything but the port.
     *
     * @throws IllegalArgumentException where something cannot be
     */
    static void check(SendPausesRequest request) {
        if (request.getPausesCount() > MOST) {
            throw new IllegalArgumentException(
                    "pauses: %d are more than %d".formatted(request.getPausesCount(), MOST));
        }
        long last = 0;
        for (TimedPause pause : request.getPausesList()) {
            if (pause.getAfterNs() < last) {
                throw new IllegalArgumentException(
                        "pauses: after_ns must not be negative and must not fall: "
                                + pause.getAfterNs());
            }
            last = pause.getAfterNs();
            if (pause.getPriorities() < 1 || pause.getPriorities() > ALL_PRIORITIES) {
                throw new IllegalArgumentException(
                        "pauses: priorities must be 1..255: " + pause.getPriorities());
            }
            if (pause.getQuanta() < 0 || pause.getQuanta() > PauseFrame.MAX_QUANTA) {
                throw new IllegalArgumentException(
                        "pauses: quanta must be 0..%d: %d"
                                .formatted(PauseFrame.MAX_QUANTA, pause.getQuanta()));
            }
        }
    }
}

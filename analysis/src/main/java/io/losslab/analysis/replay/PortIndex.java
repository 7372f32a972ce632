package io.losslab.analysis.replay;

import io.losslab.analysis.run.TopologyGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the ports that have a link: end {@code a} of link <i>i</i> is 2<i>i</i>, end {@code b} is
 * 2<i>i</i> + 1, so that the far end of a port is its number with the last bit flipped.
 */
final class PortIndex {
    /** In place of a port that has no link, or is in another topology. */
    static final int UNKNOWN = -1;

    private final Map<String, Integer> numbers = new HashMap<>();

    PortIndex(List<TopologyGraph.Link> links) {
        for (int i = 0; i < links.size(); i++) {
            TopologyGraph.Link link = links.get(i);
            numbers.put(name(link.a(), link.portA()), 2 * i);
            numbers.put(name(link.b(), link.portB()), 2 * i + 1);
        }
    }

    /** The port's number, or {@link #UNKNOWN}. */
    int of(String device, int port) {
        return of(name(device, port));
    }

    /**
     * The port's number, or {@link #UNKNOWN}.
     *
     * @param name {@code DEVICE:PORT}
     */
    int of(String name) {
        return numbers.getOrDefault(name, UNKNOWN);
    }

    /** The port at the other end of a port's link. */
    static int farEnd(int port) {
        return port ^ 1;
    }

    static String name(String device, int port) {
        return device + ":" + port;
    }
}

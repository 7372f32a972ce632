package io.losslab.api.topology;

/**
 * A port of a node.
 *
 * @param node the device
 * @param port 1-based number on it
 */
public record PortRef(Node node, int port) {
    /** As users write it: {@code M:3}. */
    @Override
    public String toString() {
        return node.name() + ":" + port;
    }
}

package io.losslab.softswitch.pcap;

import io.losslab.api.topology.PortRef;
import io.losslab.softswitch.fabric.Fabric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Captures both directions of some ports of a fabric into one file. Begun and closed on the
 * fabric's thread, before time passes and after it has ended.
 */
public final class PortCapture implements AutoCloseable {
    /** Any frame whole: readers take a RoCEv2 packet whose payload is cut for malformed. */
    private static final int LONGEST_FRAME_BYTES = 1 << 14;

    private final Fabric fabric;
    private final PcapngWriter writer;

    private PortCapture(Fabric fabric, PcapngWriter writer) {
        this.fabric = fabric;
        this.writer = writer;
    }

    /**
     * Begins to capture whole frames.
     *
     * @throws IOException where the file cannot be written
     */
    public static PortCapture begin(Fabric fabric, List<PortRef> ports, Path file)
            throws IOException {
        List<String> names =
                ports.stream().map(port -> port.node().name() + ":" + port.port()).toList();
        PcapngWriter writer = new PcapngWriter(file, names, LONGEST_FRAME_BYTES);
        for (int i = 0; i < ports.size(); i++) {
            PortRef port = ports.get(i);
            fabric.taps().add(port.node().id(), port.port(), i, LONGEST_FRAME_BYTES, writer::write);
        }
        return new PortCapture(fabric, writer);
    }

    /** Writes what has arrived by now, and ends the file. */
    @Override
    public void close() {
        fabric.taps().flush(fabric.nowNanos());
        try {
            writer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

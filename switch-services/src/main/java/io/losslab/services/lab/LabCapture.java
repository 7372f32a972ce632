package io.losslab.services.lab;

import io.losslab.api.topology.PortRef;
import io.losslab.services.fabric.FabricThread;
import io.losslab.softswitch.pcap.PortCapture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A capture of ports of a lab's fabric, until it is closed; close it before the lab. */
final class LabCapture implements AutoCloseable {
    private final FabricThread fabric;
    private final PortCapture capture;

    private LabCapture(FabricThread fabric, PortCapture capture) {
        this.fabric = fabric;
        this.capture = capture;
    }

    /**
     * Begins to capture.
     *
     * @throws IOException where the file cannot be written
     */
    static LabCapture begin(FabricThread fabric, List<PortRef> ports, Path file)
            throws IOException {
        try {
            return new LabCapture(
                    fabric,
                    fabric.call(
                            owned -> {
                                try {
                                    return PortCapture.begin(owned, ports, file);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            }));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Ends the file. */
    @Override
    public void close() {
        fabric.change(owned -> capture.close());
    }
}

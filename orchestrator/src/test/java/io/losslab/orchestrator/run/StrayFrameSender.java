package io.losslab.orchestrator.run;

import io.losslab.api.topology.Node;
import io.losslab.roce.frame.BufferMemory;
import io.losslab.roce.frame.FlowHeader;
import io.losslab.roce.frame.RoceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Sends frames that belong to no flow into the live lab of this process as long as there is one:
 * damaged ones, and sound ones of no flow of the run.
 */
final class StrayFrameSender implements AutoCloseable {
    private static final Path LABS = Path.of("/run/losslab");
    private static final int STRANGER_IPV4 = 0x0A63_6363;

    /** Sends frames by an interface again and again, as soon as it is there. */
    private static final String PROGRAM =
            """
            import socket, sys, time
            while True:
                try:
                    line = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
                    line.bind((sys.argv[1], 0))
                    for frame in sys.argv[2:]:
                        line.send(bytes.fromhex(frame))
                    line.close()
                except OSError:
                    pass
                time.sleep(0.1)
            """;

    private final List<Process> processes = new ArrayList<>();
    private final Node from;
    private final Node to;
    private final Thread starter = new Thread(this::start, "stray-frames");
    private boolean closed;

    /**
     * Begins to send into the lab of this process, once there is one.
     *
     * @param from host whose port sends strays to the switch
     * @param to host that gets strays by its link
     */
    StrayFrameSender(Node from, Node to) {
        this.from = from;
        this.to = to;
        starter.start();
    }

    private void start() {
        try {
            begin(number());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Number of this process's lab. */
    private static String number() throws IOException, InterruptedException {
        String owner = ProcessHandle.current().pid() + " ";
        while (true) {
            if (Files.isDirectory(LABS)) {
                try (Stream<Path> labs = Files.list(LABS)) {
                    for (Path lab : labs.toList()) {
                        if (contentOf(lab.resolve("owner")).startsWith(owner)) {
                            return lab.getFileName().toString();
                        }
                    }
                }
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static String contentOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private synchronized void begin(String lab) throws IOException {
        if (closed) {
            return;
        }
        byte[] unknownToHost = frame(from.ipv4(), to.ipv4());
        byte[] unknownToSwitch = frame(STRANGER_IPV4, to.ipv4());
        processes.add(
                start(
                        List.of("python3", "-c", PROGRAM, "ll%sh%dp1".formatted(lab, to.id())),
                        unknownToHost,
                        damaged(unknownToHost)));
        String within = "ip netns exec losslab%s-%s ".formatted(lab, from.name());
        processes.add(
                start(
                        List.of(
                                "sh",
                                "-c",
                                "until %s true; do sleep 0.1; done; exec %s python3 -c \"$0\" port1 \"$@\""
                                        .formatted(within, within),
                                PROGRAM),
                        unknownToSwitch,
                        damaged(unknownToSwitch)));
    }

    private static Process start(List<String> command, byte[]... frames) throws IOException {
        List<String> words = new ArrayList<>(command);
        for (byte[] frame : frames) {
            words.add(HexFormat.of().formatHex(frame));
        }
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static byte[] damaged(byte[] frame) {
        byte[] copy = frame.clone();
        copy[100] ^= 1;
        return copy;
    }

    /** A message of one packet, of a flow that no run has. */
    private static byte[] frame(int source, int destination) {
        byte[] memory = new byte[1_000];
        FlowHeader flow =
                new FlowHeader(
                        0x0200_0000_0001L,
                        0x0200_0000_0002L,
                        source,
                        destination,
                        60_000,
                        0,
                        false,
                        0x00FF_FFF0);
        int length =
                new RoceWriter(BufferMemory.of(memory), flow, 256)
                        .writeData(0, 0, 256, true, true, true, 256, 0);
        return Arrays.copyOf(memory, length);
    }

    @Override
    public void close() {
        starter.interrupt();
        synchronized (this) {
            closed = true;
            processes.forEach(Process::destroyForcibly);
        }
    }
}

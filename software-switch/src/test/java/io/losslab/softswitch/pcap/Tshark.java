package io.losslab.softswitch.pcap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Wireshark's reader: the judge of capture files. Tests without it are skipped, but not on CI. */
public final class Tshark {
    private final Path file;

    public Tshark(Path file) {
        this.file = file;
    }

    /** Fields of all frames that a display filter lets pass: one line a frame, tab separated. */
    public List<String> fields(String filter, String... fields) {
        List<String> words =
                new ArrayList<>(
                        List.of("-o", "ip.check_checksum:TRUE", "-Y", filter, "-T", "fields"));
        for (String field : fields) {
            words.addAll(List.of("-e", field));
        }
        return run(words);
    }

    public int count(String filter) {
        return fields(filter, "frame.number").size();
    }

    /** Fails where anything in the file is malformed, also where only a summary line says so. */
    public void assertWellFormed() {
        assertEquals(
                List.of(),
                run(List.of()).stream().filter(line -> line.contains("alformed")).toList());
        assertEquals(List.of(), fields("_ws.malformed", "frame.number", "frame.protocols"));
        assertEquals(
                List.of(), fields("ip.checksum.status == \"Bad\"", "frame.number", "ip.checksum"));
    }

    private List<String> run(List<String> words) {
        List<String> command = new ArrayList<>(List.of("tshark", "-r", file.toString()));
        command.addAll(words);
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), String.join(" ", command));
            return output.lines().toList();
        } catch (IOException e) {
            String reason = "tshark is not installed (apt-get install tshark)";
            if ("true".equals(System.getenv("CI"))) {
                return fail(reason, e);
            }
            return abort(reason);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

package io.losslab.labs.provision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.losslab.api.file.FileTree;
import io.losslab.api.process.ProcessMark;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.Part;
import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A file of states to go back to and of agents to end: a line of JSON that names the testbed, then
 * one for each, written through to the disk before the device is touched.
 */
public final class Journal {
    /** Its name in a results directory. */
    public static final String FILE = "undo.jsonl";

    private static final String AGENT = "agent";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final String testbed;

    private Journal(Path file, String testbed) {
        this.file = file;
        this.testbed = testbed;
    }

    /**
     * A journal that writes nothing until the first state comes.
     *
     * @param testbed file of the devices
     */
    public static Journal at(Path file, String testbed) {
        return new Journal(file, testbed);
    }

    void add(DesiredState state) {
        ObjectNode line = JSON.createObjectNode();
        line.put("device", state.device().name()).put("part", state.part().name());
        for (Message message : state.state()) {
            line.withArray("/state")
                    .addObject()
                    .put("type", message.getDescriptorForType().getFullName())
                    .put("bytes", Base64.getEncoder().encodeToString(message.toByteArray()));
        }
        add(line);
    }

    void add(AgentFolder agent) {
        add(
                JSON.createObjectNode()
                        .put("device", agent.device().name())
                        .put(AGENT, agent.directory()));
    }

    private void add(ObjectNode line) {
        try {
            if (!Files.exists(file)) {
                append(header());
            }
            append(line);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write the undo journal %s; nothing was changed".formatted(file), e);
        }
    }

    private ObjectNode header() {
        ProcessMark self = ProcessMark.current();
        return JSON.createObjectNode()
                .put("testbed", testbed)
                .put("process", self.pid())
                .put("since", self.since());
    }

    /**
     * Makes sure that the run that wrote a journal is over.
     *
     * @throws CommandFailure where its process still lives
     */
    public static void requireAbandoned(Path file) throws IOException {
        JsonNode header = header(file);
        ProcessMark writer =
                new ProcessMark(header.path("process").asLong(), header.path("since").asText());
        if (writer.isRunning() && !writer.equals(ProcessMark.current())) {
            throw CommandFailure.usage(
                    "the run that wrote %s is still running as process %d"
                            .formatted(file, writer.pid()),
                    "stop it with Ctrl-C; it restores the devices itself");
        }
    }

    private static JsonNode header(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return lines.isEmpty() ? JSON.createObjectNode() : JSON.readTree(lines.get(0));
    }

    /** Takes back everything that was written. */
    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete %s".formatted(file), e);
        }
    }

    /** The testbed file that a journal names. */
    public static String testbedOf(Path file) throws IOException {
        return header(file).path("testbed").asText();
    }

    /**
     * A ledger with the states of a journal. A last line that was cut off is left out: its change
     * was never made.
     *
     * @throws CommandFailure where a line names what the testbed does not have
     */
    public static Ledger ledgerOf(Path file, Testbed testbed) throws IOException {
        Ledger ledger = Ledger.in(at(file, testbed.file()));
        String text = Files.readString(file);
        String complete = text.substring(0, text.lastIndexOf('\n') + 1);
        for (String line : complete.lines().skip(1).toList()) {
            JsonNode node = JSON.readTree(line);
            Device device =
                    testbed.device(node.path("device").asText())
                            .orElseThrow(() -> unknown(file, "device", node));
            if (node.has(AGENT)) {
                ledger.restore(new AgentFolder(device, node.get(AGENT).asText()));
            } else {
                ledger.restore(state(file, device, node));
            }
        }
        return ledger;
    }

    private static DesiredState state(Path file, Device device, JsonNode line)
            throws InvalidProtocolBufferException {
        Part part =
                DeviceKind.of(device).parts().stream()
                        .filter(each -> each.name().equals(line.path("part").asText()))
                        .findFirst()
                        .orElseThrow(() -> unknown(file, "part", line));
        List<Message> messages = new ArrayList<>();
        for (JsonNode message : line.path("state")) {
            messages.add(parse(file, part, message));
        }
        return new DesiredState(device, part, messages);
    }

    private static Message parse(Path file, Part part, JsonNode message)
            throws InvalidProtocolBufferException {
        String type = message.path("type").asText();
        return part.vocabulary().stream()
                .filter(each -> each.getDescriptorForType().getFullName().equals(type))
                .findFirst()
                .orElseThrow(() -> unknown(file, "type", message))
                .getParserForType()
                .parseFrom(Base64.getDecoder().decode(message.path("bytes").asText()));
    }

    private static CommandFailure unknown(Path file, String key, JsonNode line) {
        return CommandFailure.usage(
                "%s refers to the unknown %s '%s'".formatted(file, key, line.path(key).asText()),
                "use the testbed file and the version of losslab that wrote it");
    }

    private void append(ObjectNode line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        FileTree.force(file);
    }
}

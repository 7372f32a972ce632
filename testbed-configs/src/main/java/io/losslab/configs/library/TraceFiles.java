package io.losslab.configs.library;

import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.TextFile;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.program.Program;
import io.losslab.traffic.trace.ChakraCollectives;
import io.losslab.traffic.trace.ChakraTrace;
import io.losslab.traffic.trace.GoalReader;
import io.losslab.traffic.trace.Trace;
import io.losslab.traffic.trace.TraceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the trace that {@code file} names, relative to the experiment. Each is read once. Not
 * thread safe.
 */
public final class TraceFiles {
    private static final String GOAL = ".goal";
    private static final String RANK = "{rank}";
    private static final long MOST_BYTES = 1L << 30;

    private final NamedFiles named;
    private final Problems problems;
    private final Map<List<Object>, Optional<Trace>> read = new HashMap<>();

    /**
     * Makes a finder.
     *
     * @param named files of the experiment
     */
    TraceFiles(NamedFiles named, Problems problems) {
        this.named = named;
        this.problems = problems;
    }

    /**
     * The trace that a value names; what prevented finding or reading it was reported.
     *
     * @param ranks of a trace of one file a rank
     */
    public Optional<Trace> trace(YamlValue value, int ranks, ChakraCollectives collectives) {
        Optional<String> name = value.word();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        boolean goal = name.get().endsWith(GOAL);
        if (!goal && !name.get().contains(RANK)) {
            value.error(
                    "'%s' is neither a GOAL file nor has it a place for the rank"
                            .formatted(name.get()),
                    "a name that ends with .goal, or one of Chakra traces with {rank} in it, such"
                            + " as llama.{rank}.et",
                    "");
            return Optional.empty();
        }
        return read.computeIfAbsent(
                List.of(name.get(), ranks, collectives),
                any -> read(value, name.get(), goal, ranks, collectives));
    }

    private Optional<Trace> read(
            YamlValue blamed, String name, boolean goal, int ranks, ChakraCollectives collectives) {
        List<Path> files = new ArrayList<>();
        for (int rank = 0; rank < (goal ? 1 : ranks); rank++) {
            String own = name.replace(RANK, Integer.toString(rank));
            Optional<Path> file = named.find(own, blamed);
            if (file.isEmpty()) {
                return Optional.empty();
            }
            files.add(file.get());
        }
        try {
            for (Path file : files) {
                if (!fits(file)) {
                    return Optional.empty();
                }
            }
            Program program =
                    goal
                            ? GoalReader.read(files.get(0).toString(), TextFile.open(files.get(0)))
                            : ChakraTrace.read(files, collectives);
            return Optional.of(new Trace(name, program));
        } catch (TraceException e) {
            Position at =
                    e.line() == 0
                            ? Position.ofFile(e.file())
                            : new Position(e.file(), e.line(), 1, line(e.file(), e.line()));
            problems.add(Problem.error(at, "", e.problem()).expecting(e.expected()));
        } catch (CharacterCodingException e) {
            report(files.get(0), TextFile.NO_TEXT);
        } catch (IOException e) {
            report(files.get(0), "the trace cannot be read: " + e.getMessage());
        }
        return Optional.empty();
    }

    private boolean fits(Path file) throws IOException {
        long bytes = Files.size(file);
        if (bytes > MOST_BYTES) {
            report(
                    file,
                    "the file has %,d B, of which at most %,d B can be read"
                            .formatted(bytes, MOST_BYTES));
        }
        return bytes <= MOST_BYTES;
    }

    private void report(Path file, String problem) {
        problems.add(Problem.error(Position.ofFile(file.toString()), "", problem));
    }

    private static String line(String file, int number) {
        try (BufferedReader text = TextFile.open(Path.of(file))) {
            return text.lines().skip(number - 1L).findFirst().orElse("");
        } catch (IOException | UncheckedIOException e) {
            return "";
        }
    }
}

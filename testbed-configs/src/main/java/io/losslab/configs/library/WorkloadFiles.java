package io.losslab.configs.library;

import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.TextFile;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.size.BundledWorkloads;
import io.losslab.traffic.size.SizeDistribution;
import io.losslab.traffic.size.WorkloadFormatException;
import io.losslab.traffic.size.WorkloadReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the distribution that {@code sizes} names: bundled, or in a {@code .cdf} file relative to
 * the experiment. Each is read once. Not thread safe.
 */
public final class WorkloadFiles {
    private static final String SUFFIX = ".cdf";

    private final NamedFiles named;
    private final Problems problems;
    private final TraceFiles traces;
    private final Map<String, Optional<SizeDistribution>> read = new HashMap<>();

    /**
     * Makes a finder.
     *
     * @param named files of the experiment
     */
    public WorkloadFiles(NamedFiles named, Problems problems) {
        this.named = named;
        this.problems = problems;
        this.traces = new TraceFiles(named, problems);
    }

    /** Finds the traces of the same experiment. */
    public TraceFiles traces() {
        return traces;
    }

    /** The distribution that a value names; what prevented finding it was reported. */
    public Optional<SizeDistribution> sizes(YamlValue value) {
        Optional<String> name = value.word();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        if (name.get().endsWith(SUFFIX)) {
            return read.computeIfAbsent(name.get(), text -> file(text, value));
        }
        Optional<SizeDistribution> bundled = BundledWorkloads.find(name.get());
        if (bundled.isEmpty()) {
            value.error(
                    "there is no workload '%s'".formatted(name.get()),
                    "a .cdf file or one of " + String.join(", ", BundledWorkloads.names()),
                    Spelling.didYouMean(name.get(), BundledWorkloads.names()));
        }
        return bundled;
    }

    private Optional<SizeDistribution> file(String name, YamlValue blamed) {
        return named.find(name, blamed).flatMap(path -> file(name, path));
    }

    private Optional<SizeDistribution> file(String name, Path path) {
        Optional<String> text = TextFile.read(path, path.toString(), problems);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String plainName = name.substring(0, name.length() - SUFFIX.length());
        try {
            return Optional.of(WorkloadReader.read(plainName, path.toString(), text.get()));
        } catch (WorkloadFormatException e) {
            String line = text.get().lines().skip(e.line() - 1L).findFirst().orElse("");
            problems.add(
                    Problem.error(new Position(e.file(), e.line(), 1, line), "", e.problem())
                            .expecting(e.expected()));
            return Optional.empty();
        }
    }
}

package io.losslab.orchestrator.cli.option;

import io.losslab.api.units.DataSize;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.session.SlurmSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which machines run the cells; shared by the verbs that run experiments. */
public final class ExecutorOption {
    /** Names of all its options. */
    public static final List<String> NAMES =
            List.of("--executor", "--partition", "--account", "--time-limit", "--memory");

    private static final long LEAST_MEMORY_BYTES = 256 << 20;

    /** What {@code --executor} names. */
    enum Executor {
        LOCAL,
        SLURM
    }

    @Option(
            names = "--executor",
            paramLabel = "local|slurm",
            description = {
                "Who runs the cells: this machine (local, default),",
                "or job arrays on a Slurm cluster (slurm)."
            })
    private Executor executor;

    @Option(names = "--partition", paramLabel = "NAME", description = "Slurm partition.")
    private String partition;

    @Option(names = "--account", paramLabel = "NAME", description = "Slurm account to charge.")
    private String account;

    @Option(
            names = "--time-limit",
            paramLabel = "DURATION",
            description = {"Limit of each Slurm task: 30min, 2h", "(default: estimated)."})
    private String timeLimit;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = {"Memory of each Slurm task: 4GB", "(default: estimated)."})
    private String memory;

    /**
     * What a cluster is asked for.
     *
     * @return empty: this machine runs the cells
     * @throws CommandFailure where an option is not as it must be
     */
    public Optional<SlurmSettings> slurm(JobsOption jobs) {
        if (!isSlurm()) {
            List<String> words = words(jobs);
            if (executor == null ? !words.isEmpty() : words.size() > 2) {
                throw CommandFailure.usage(
                        words.get(executor == null ? 0 : 2) + " requires --executor slurm", "");
            }
            return Optional.empty();
        }
        return Optional.of(
                new SlurmSettings(
                        Optional.ofNullable(partition),
                        Optional.ofNullable(account),
                        Optional.ofNullable(timeLimit).map(ExecutorOption::duration),
                        Optional.ofNullable(memory).map(ExecutorOption::size),
                        jobs.given()));
    }

    /** Takes what is given of others in its place; of another executor than before, all. */
    public void override(ExecutorOption given) {
        if (given.executor == Executor.LOCAL) {
            partition = null;
            account = null;
            timeLimit = null;
            memory = null;
        }
        executor = given.executor == null ? executor : given.executor;
        partition = given.partition == null ? partition : given.partition;
        account = given.account == null ? account : given.account;
        timeLimit = given.timeLimit == null ? timeLimit : given.timeLimit;
        memory = given.memory == null ? memory : given.memory;
    }

    /** Whether a cluster runs the cells. */
    public boolean isSlurm() {
        return executor == Executor.SLURM;
    }

    /** Whether the user names an executor. */
    public boolean isGiven() {
        return executor != null;
    }

    private static Duration duration(String text) {
        return WallTime.parse(text)
                .filter(limit -> limit.toMinutes() >= 1)
                .orElseThrow(
                        () ->
                                CommandFailure.usage(
                                        "--time-limit %s: not a duration of a minute or more"
                                                .formatted(text),
                                        "such as 30min or 2h"));
    }

    private static DataSize size(String text) {
        try {
            DataSize size = DataSize.parse(text);
            if (size.bytes() >= LEAST_MEMORY_BYTES) {
                return size;
            }
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--memory: " + e.getMessage(), "such as 4GB", e);
        }
        throw CommandFailure.usage(
                "--memory %s: a task needs %d MiB or more"
                        .formatted(text, LEAST_MEMORY_BYTES >> 20),
                "such as 4GB");
    }

    /**
     * The options again, as a user would type them.
     *
     * @param jobs among them on a cluster, where they do not depend on a machine
     */
    public List<String> words(JobsOption jobs) {
        List<String> words = new ArrayList<>();
        add(
                words,
                "--executor",
                executor == null ? null : executor.name().toLowerCase(Locale.ROOT));
        add(words, "--partition", partition);
        add(words, "--account", account);
        add(words, "--time-limit", timeLimit);
        add(words, "--memory", memory);
        if (isSlurm()) {
            jobs.given().ifPresent(most -> add(words, "--jobs", Integer.toString(most)));
        }
        return words;
    }

    private static void add(List<String> words, String name, String value) {
        if (value != null) {
            words.addAll(List.of(name, value));
        }
    }
}

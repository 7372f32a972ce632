package io.losslab.orchestrator.run.slurm;

import io.losslab.api.process.ProgramException;
import io.losslab.api.process.SystemProgram;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.Rest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Slurm's commands. They end on their own when the user presses Ctrl-C: a submission that is under
 * way is either made or refused, and what was submitted can be cancelled.
 */
final class Slurm {
    /** Debian's Slurm 22.05 and later; sites change neither the words nor the order. */
    private static final String FIELDS = "%F|%K|%T|%r|%N";

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration END = Duration.ofSeconds(60);
    private static final Duration STEP = Duration.ofMillis(500);
    private static final Pattern JOB = Pattern.compile("(?m)^(\\d+)(;\\S+)?$");
    private static final Pattern ARRAY_SIZE = Pattern.compile("(?m)^MaxArraySize\\s*=\\s*(\\d+)");
    private static final Pattern ARRAY_TASKS = Pattern.compile("\\bmax_array_tasks=(\\d+)");

    /** Limits on how many jobs are submitted at a time (slurm's job_state_reason). */
    private static final Pattern SUBMIT_LIMIT = Pattern.compile("(QOS|Assoc)\\w*Submit\\w*Limit");

    /**
     * What sbatch says of a controller that is down, restarts, is busy, or hands over to another.
     */
    private static final Pattern NO_ANSWER =
            Pattern.compile(
                    "Unable to contact|timed out|Zero Bytes were transmitted"
                            + "|Unexpected message received|Communication \\w+ failure"
                            + "|Message (send|receive) failure|in standby mode");

    /** Ends of lines of sbatch that say nothing by themselves. */
    private static final Pattern NOISE =
            Pattern.compile(
                    "(?i)(sbatch: )?(error: )?(Batch job submission failed|allocation failure): ");

    private final Map<String, String> environment;

    /**
     * Finds the commands, and the cluster, by an environment.
     *
     * @param environment {@code PATH}, and variables of Slurm, such as {@code SLURM_CONF}
     */
    Slurm(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Makes sure that there is a cluster.
     *
     * @throws CommandFailure where its commands are missing, or its controller does not answer
     */
    void require() {
        for (String program : List.of("sbatch", "squeue", "scancel", "sinfo", "scontrol")) {
            if (!SystemProgram.isOnPath(program, environment)) {
                throw CommandFailure.usage(
                        "--executor slurm: there is no '%s' on the PATH".formatted(program),
                        "start losslab on a login node of the cluster (Debian: apt-get install"
                                + " slurm-client), or leave the option out to run on this machine");
            }
        }
        if (!printed(List.of("scontrol", "ping")).contains(" is UP")) {
            throw unreachable("its controller is down");
        }
    }

    /** Partitions that sbatch takes from its own variable, separated by commas. */
    Optional<String> givenPartitions() {
        return Optional.ofNullable(environment.get("SBATCH_PARTITION"));
    }

    /** The partitions of the cluster that the user can see. */
    List<Partition> partitions() {
        return printed(List.of("sinfo", "--noheader", "--format=%P|%l"))
                .lines()
                .filter(line -> line.contains("|"))
                .map(Partition::of)
                .toList();
    }

    /** Most tasks that an array may have. */
    int mostTasks() {
        return mostTasks(printed(List.of("scontrol", "show", "config")));
    }

    static int mostTasks(String configuration) {
        return Stream.concat(
                        ARRAY_SIZE
                                .matcher(configuration)
                                .results()
                                .map(Slurm::number)
                                .map(n -> n - 1),
                        ARRAY_TASKS.matcher(configuration).results().map(Slurm::number))
                .reduce(Math::min)
                .map(most -> Math.max(1, most))
                .orElse(1);
    }

    private static int number(MatchResult setting) {
        return Integer.parseInt(setting.group(1));
    }

    /**
     * Asks whether a job would be taken; nothing is submitted.
     *
     * @throws CommandFailure where it would not
     * @throws SubmitLimit where there are too many tasks now
     */
    void test(List<String> options, Path script) {
        List<String> words = new ArrayList<>(List.of("sbatch", "--test-only"));
        words.addAll(options);
        words.add(script.toString());
        sbatch(words);
    }

    /**
     * Submits a batch script.
     *
     * @return the job's id
     * @throws CommandFailure where Slurm refuses it
     * @throws SubmitLimit where these are too many tasks now
     */
    String submit(List<String> options, Path script) {
        List<String> words = new ArrayList<>(List.of("sbatch", "--parsable"));
        words.addAll(options);
        words.add(script.toString());
        String printed = sbatch(words);
        Matcher job = JOB.matcher(printed);
        String id = null;
        while (job.find()) {
            id = job.group(1);
        }
        if (id == null) {
            throw CommandFailure.ofDevice(
                    "sbatch did not name the job that it submitted: " + printed.strip(), "");
        }
        return id;
    }

    private String sbatch(List<String> words) {
        try (SystemProgram program = start(words)) {
            if (!program.hasEndedWithin(PATIENCE)) {
                throw unreachable("'sbatch' did not end in " + PATIENCE.toSeconds() + " s");
            }
            if (program.exitStatus() != 0) {
                throw refused(program.output());
            }
            return program.output();
        }
    }

    private RuntimeException refused(String printed) {
        String reason =
                printed.lines()
                        .map(
                                line ->
                                        NOISE.matcher(line)
                                                .replaceFirst("")
                                                .replaceFirst("^sbatch: (error: )?", ""))
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .distinct()
                        .collect(Collectors.joining("; "));
        if (NO_ANSWER.matcher(printed).find()) {
            return unreachable(reason);
        }
        if (SUBMIT_LIMIT.matcher(printed).find()) {
            return new SubmitLimit(reason);
        }
        String advice = "";
        if (printed.contains("Invalid account") || printed.contains("account not permitted")) {
            advice =
                    "change --account, or leave it out; 'sacctmgr show associations user=%s' lists"
                                    .formatted(System.getProperty("user.name"))
                            + " yours";
        } else if (printed.contains("partition")) {
            advice =
                    "the cluster's partitions are "
                            + partitions().stream()
                                    .map(Partition::name)
                                    .distinct()
                                    .collect(Collectors.joining(", "));
        } else if (printed.contains("node configuration")
                || printed.contains("Memory")
                || printed.contains("limit")) {
            advice = "change --memory, --time-limit, or --partition; 'sinfo' lists what there is";
        }
        return CommandFailure.usage("Slurm refuses the tasks: " + reason, advice);
    }

    /**
     * Where the tasks of arrays are; those that ended a while ago are not listed any more.
     *
     * @throws CommandFailure where the controller does not answer
     */
    List<TaskState> states(Collection<String> jobs) {
        List<TaskState> states = new ArrayList<>();
        List<String> words =
                List.of(
                        "squeue",
                        "--noheader",
                        "--array",
                        "--states=all",
                        "--format=" + FIELDS,
                        "--jobs=" + String.join(",", jobs));
        try (SystemProgram program = start(words)) {
            boolean ended = program.hasEndedWithin(PATIENCE);
            String printed = program.output();
            if (ended && program.exitStatus() != 0 && printed.contains("Invalid job id")) {
                return states;
            }
            if (!ended || program.exitStatus() != 0) {
                throw unreachable(printed.strip());
            }
            printed.lines().flatMap(line -> TaskState.parse(line).stream()).forEach(states::add);
            return states;
        }
    }

    /** Cancels jobs of this user by their name; what has ended stays as it is. */
    void cancel(String jobName) {
        printed(
                List.of(
                        "scancel",
                        "--name=" + jobName,
                        "--user=" + System.getProperty("user.name")));
    }

    /** Cancels a job. */
    void cancelJob(String job) {
        printed(List.of("scancel", job));
    }

    /** Ids of this user's jobs that have a name, and have not ended. */
    List<String> jobsNamed(String jobName) {
        return printed(
                        List.of(
                                "squeue",
                                "--noheader",
                                "--format=%F",
                                "--name=" + jobName,
                                "--user=" + System.getProperty("user.name")))
                .lines()
                .map(String::strip)
                .distinct()
                .toList();
    }

    /**
     * Waits until all tasks of arrays have ended.
     *
     * @return whether they have within a minute
     */
    boolean awaitEnd(Collection<String> jobs) {
        long until = System.nanoTime() + END.toNanos();
        while (!jobs.isEmpty() && states(jobs).stream().anyMatch(task -> !task.isOver())) {
            if (System.nanoTime() > until) {
                return false;
            }
            Rest.nanos(STEP.toNanos());
        }
        return true;
    }

    private String printed(List<String> words) {
        try (SystemProgram program = start(words)) {
            if (!program.hasEndedWithin(PATIENCE) || program.exitStatus() != 0) {
                String said = program.output().strip();
                throw unreachable(
                        said.isEmpty() ? "'%s' failed".formatted(String.join(" ", words)) : said);
            }
            return program.output();
        }
    }

    private SystemProgram start(List<String> words) {
        List<String> all = new ArrayList<>(List.of("env"));
        environment.forEach(
                (name, value) -> {
                    if (!value.equals(System.getenv(name))) {
                        all.add(name + "=" + value);
                    }
                });
        all.addAll(SystemProgram.shielded(words));
        try {
            return SystemProgram.start(all);
        } catch (ProgramException e) {
            throw CommandFailure.failed(e.getMessage(), "", e);
        }
    }

    private static CommandFailure unreachable(String reason) {
        return CommandFailure.ofDevice(
                "Slurm does not answer: " + reason,
                "'scontrol ping' tells whether its controller runs");
    }

    /**
     * A partition.
     *
     * @param isDefault whether jobs go there that name none
     * @param timeLimit empty: none
     */
    record Partition(String name, boolean isDefault, Optional<Duration> timeLimit) {
        private static final Pattern TIME =
                Pattern.compile("(?:(\\d+)-)?(?:(?:(\\d+):)?(\\d+):)?(\\d+)");

        static Partition of(String line) {
            String[] parts = line.split("\\|", -1);
            boolean isDefault = parts[0].endsWith("*");
            String name = isDefault ? parts[0].substring(0, parts[0].length() - 1) : parts[0];
            return new Partition(name, isDefault, duration(parts[1]));
        }

        /** Of [[days-]hours:]minutes:seconds; other words mean that there is none. */
        private static Optional<Duration> duration(String text) {
            Matcher parts = TIME.matcher(text);
            if (!parts.matches()) {
                return Optional.empty();
            }
            return Optional.of(
                    Duration.ofDays(number(parts.group(1)))
                            .plusHours(number(parts.group(2)))
                            .plusMinutes(number(parts.group(3)))
                            .plusSeconds(number(parts.group(4))));
        }

        private static long number(String digits) {
            return digits == null ? 0 : Long.parseLong(digits);
        }
    }
}

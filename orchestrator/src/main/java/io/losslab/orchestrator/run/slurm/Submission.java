package io.losslab.orchestrator.run.slurm;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import io.losslab.orchestrator.session.CommandWords;
import io.losslab.orchestrator.session.OwnProgram;
import io.losslab.orchestrator.session.SlurmSettings;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Makes job arrays of tasks, and submits them. A task starts this very program again, with the same
 * Java and the same class path: both must be at the same place on the nodes.
 */
final class Submission {
    /** The verb of the command line that runs a task of an array. */
    static final String VERB = "task";

    /** Of a Java process in addition to its heap: classes, compiled code, threads, and buffers. */
    private static final long BESIDE_HEAP_MEBIBYTES = 300;

    private static final long LEAST_HEAP_MEBIBYTES = 128;

    private final Slurm slurm;
    private final SlurmSettings settings;

    Submission(Slurm slurm, SlurmSettings settings) {
        this.slurm = slurm;
        this.settings = settings;
    }

    /**
     * Asks whether Slurm would take a task.
     *
     * @throws CommandFailure where it would not
     * @throws SubmitLimit where it would not now
     */
    void test(TaskPlan task) {
        try {
            Path script = Files.createTempFile("losslab-task", ".sh");
            try {
                Files.writeString(script, "#!/bin/sh\n");
                List<String> options = new ArrayList<>(limits(task));
                options.add(array(1));
                slurm.test(options, script);
            } finally {
                Files.delete(script);
            }
        } catch (IOException e) {
            throw CommandFailure.failed("no temporary file: " + FileFailure.reason(e), "", e);
        }
    }

    /**
     * Submits an array.
     *
     * @param folder of the array; does not exist yet
     * @param tasks with the same limits
     * @throws SubmitLimit where these are too many now
     */
    JobArray submit(Path folder, String jobName, List<TaskPlan> tasks) throws IOException {
        Files.createDirectories(folder);
        TaskPlan any = tasks.get(0);
        Path script = folder.resolve("task.sh");
        Files.writeString(script, script(folder, any));
        JobArray array = new JobArray(jobName, null, tasks, false);
        array.write(folder);
        List<String> options = new ArrayList<>(limits(any));
        options.add("--job-name=" + jobName);
        options.add(array(tasks.size()));
        options.add("--chdir=" + Path.of("").toAbsolutePath());
        options.add("--output=" + outputPattern(folder));
        options.add("--open-mode=append");
        JobArray submitted = array.withJob(slurm.submit(options, script));
        submitted.write(folder);
        return submitted;
    }

    /** What the tasks of an array print goes to, as sbatch's pattern for file names. */
    static String outputPattern(Path folder) {
        Path plain = Path.of(folder.toAbsolutePath().toString().replace("%", "%%"));
        return JobArray.taskOutput(plain, "%a").toString();
    }

    /**
     * Makes sure that there is such a pattern.
     *
     * @throws CommandFailure where there is none
     */
    static void checkPath(Path results) {
        // It switches all patterns off (sbatch(1), "filename pattern").
        if (results.toAbsolutePath().toString().contains("\\")) {
            throw CommandFailure.usage(
                    "%s: Slurm cannot write below a path with a backslash".formatted(results),
                    "choose another directory with --out");
        }
    }

    private static String array(int tasks) {
        return "--array=0-" + (tasks - 1);
    }

    private List<String> limits(TaskPlan task) {
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "--ntasks=1",
                                "--cpus-per-task=1",
                                "--mem=%dM".formatted(task.memoryMebibytes()),
                                "--time=%d".formatted(task.minutes()),
                                // Lost cells go to a new task with a folder of its own: one that
                                // Slurm takes for dead may still write to the old one.
                                "--no-requeue"));
        settings.partition().ifPresent(name -> options.add("--partition=" + name));
        settings.account().ifPresent(name -> options.add("--account=" + name));
        return options;
    }

    private static String script(Path folder, TaskPlan task) {
        long heap = Math.max(LEAST_HEAP_MEBIBYTES, task.memoryMebibytes() - BESIDE_HEAP_MEBIBYTES);
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(options());
        words.add("-Xmx%dm".formatted(heap));
        words.addAll(List.of("-cp", classPath(), OwnProgram.MAIN_CLASS, VERB, folder.toString()));
        return "#!/bin/sh\nexec %s \"$SLURM_ARRAY_TASK_ID\"\n"
                .formatted(
                        words.stream()
                                .map(CommandWords::quoted)
                                .collect(Collectors.joining(" \\\n  ")));
    }

    /**
     * Options of this Java that a task's needs, too; its memory and its agents are its own. The
     * collector is among them: a cache is made for one.
     */
    private static List<String> options() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(
                        option ->
                                option.startsWith("-Xlog")
                                        || option.matches("-XX:\\+Use\\w+GC")
                                        || option.startsWith("-Xshare")
                                        || option.startsWith("-XX:SharedArchiveFile")
                                        || option.startsWith("-XX:AOTCache=")
                                        || option.startsWith("--sun-misc-unsafe-memory-access=")
                                        || option.startsWith("--enable-native-access=")
                                        || option.startsWith("-Dlosslab.")
                                                && !option.toLowerCase(Locale.ROOT)
                                                        .startsWith("-dlosslab.tty"))
                .toList();
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}

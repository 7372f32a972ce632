package io.losslab.orchestrator.session;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.testbed.Testbed;
import io.losslab.labs.backend.Backend;
import io.losslab.labs.backend.LabRequest;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What {@code losslab run} asks for.
 *
 * @param experiment what to run, checked and expanded
 * @param backend what to run it on
 * @param testbed devices, where the backend needs some
 * @param longestWait how long to wait for a testbed that another uses; empty: not at all
 * @param compareVirtual whether the same cells are run in virtual time as well, to compare
 * @param jobs cells that may run at a time, at least 1
 * @param threads of each cell in virtual time, at least 1; empty: what those cells leave free
 * @param directory results go there; does not exist yet, unless the run goes on
 * @param resumes whether it goes on with what an unfinished run left in the directory
 * @param failFast whether the first cell that fails ends the run
 * @param format of what is printed on standard output
 * @param report whether report.html is written
 * @param captures ports whose frames are written to files, as {@code NODE:PORT}
 * @param command the command line that repeats the run
 * @param console where to print
 * @param slurm the cluster that runs the cells; empty: this machine does
 * @param metrics where live counters are served; empty: as the backend needs it
 */
public record RunRequest(
        Experiment experiment,
        Backend backend,
        Optional<Testbed> testbed,
        Optional<Duration> longestWait,
        boolean compareVirtual,
        int jobs,
        OptionalInt threads,
        Path directory,
        boolean resumes,
        boolean failFast,
        OutputFormat format,
        boolean report,
        List<String> captures,
        String command,
        Console console,
        Optional<SlurmSettings> slurm,
        Optional<InetSocketAddress> metrics) {
    public RunRequest {
        captures = List.copyOf(captures);
        if (jobs < 1) {
            throw new IllegalArgumentException("jobs must be at least 1, got " + jobs);
        }
        if (threads.orElse(1) < 1) {
            throw new IllegalArgumentException("threads must be at least 1: " + threads);
        }
    }

    /** Of cells that run on this machine. */
    public RunRequest(
            Experiment experiment,
            Backend backend,
            Optional<Testbed> testbed,
            Optional<Duration> longestWait,
            boolean compareVirtual,
            int jobs,
            Path directory,
            boolean resumes,
            boolean failFast,
            OutputFormat format,
            boolean report,
            List<String> captures,
            String command,
            Console console) {
        this(
                experiment,
                backend,
                testbed,
                longestWait,
                compareVirtual,
                jobs,
                OptionalInt.empty(),
                directory,
                resumes,
                failFast,
                format,
                report,
                captures,
                command,
                console,
                Optional.empty(),
                Optional.empty());
    }

    /** What it asks of its labs. */
    public LabRequest ofLabs() {
        return new LabRequest(
                experiment,
                testbed,
                directory,
                longestWait,
                jobs,
                threads,
                !captures.isEmpty(),
                console.err());
    }

    /** The same, with results in another directory, which does not exist yet. */
    public RunRequest in(Path otherDirectory) {
        return with(otherDirectory, console);
    }

    /** The same, without results on the console. */
    public RunRequest withoutResults() {
        return with(directory, console.withoutResults());
    }

    private RunRequest with(Path newDirectory, Console newConsole) {
        return new RunRequest(
                experiment,
                backend,
                testbed,
                longestWait,
                compareVirtual,
                jobs,
                threads,
                newDirectory,
                resumes,
                failFast,
                format,
                report,
                captures,
                command,
                newConsole,
                slurm,
                metrics);
    }
}

package io.losslab.devices.ssh;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.driver.DeviceException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the same on many hosts at a time; every host gets its try, and all failures are reported at
 * once.
 */
public final class ParallelHosts {
    private static final Logger LOG = LoggerFactory.getLogger(ParallelHosts.class);
    private static final int MOST_AT_A_TIME = 16;
    private static final long END_SECONDS = 60;

    private ParallelHosts() {}

    /**
     * Does it.
     *
     * @param name of a host, in messages
     * @return the answers, in the hosts' order
     * @throws CommandFailure where any host failed, with a line for each that did; of a device
     *     where any of these was
     */
    public static <H, R> Map<H, R> all(
            List<H> hosts, Function<H, String> name, Function<H, R> task) {
        if (hosts.isEmpty()) {
            return Map.of();
        }
        ExecutorService workers =
                Executors.newFixedThreadPool(
                        Math.min(MOST_AT_A_TIME, hosts.size()), work -> new Thread(work, "hosts"));
        try {
            Map<H, Future<R>> running = new LinkedHashMap<>();
            hosts.forEach(host -> running.put(host, workers.submit(() -> task.apply(host))));
            return gather(running, name);
        } catch (InterruptedException e) {
            workers.shutdownNow();
            awaitEnd(workers);
            throw CommandFailure.interrupted(e);
        } finally {
            workers.shutdownNow();
        }
    }

    /** What comes next must not meet a host that a worker still has. */
    private static void awaitEnd(ExecutorService workers) {
        try {
            if (!workers.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("a host's task does not end");
            }
        } catch (InterruptedException e) {
            LOG.warn("interrupted twice: a host's task may still be at work");
        }
    }

    private static <H, R> Map<H, R> gather(Map<H, Future<R>> running, Function<H, String> name)
            throws InterruptedException {
        Map<H, R> answers = new LinkedHashMap<>();
        List<CommandFailure> failures = new ArrayList<>();
        for (Map.Entry<H, Future<R>> entry : running.entrySet()) {
            try {
                answers.put(entry.getKey(), entry.getValue().get());
            } catch (ExecutionException e) {
                CommandFailure failure = failure(name.apply(entry.getKey()), e.getCause());
                LOG.error("{}", failure.getMessage(), failure);
                failures.add(failure);
            }
        }
        if (failures.size() == 1) {
            throw failures.get(0);
        }
        if (!failures.isEmpty()) {
            throw together(failures, running.size());
        }
        return answers;
    }

    private static CommandFailure together(List<CommandFailure> failures, int hosts) {
        List<String> lines = failures.stream().map(CommandFailure::getMessage).toList();
        List<String> advice =
                failures.stream()
                        .map(CommandFailure::advice)
                        .filter(text -> !text.isEmpty())
                        .distinct()
                        .toList();
        boolean ofDevice = failures.stream().anyMatch(CommandFailure::isOfDevice);
        return new CommandFailure(
                "%d of %d hosts failed:\n  %s"
                        .formatted(failures.size(), hosts, String.join("\n  ", lines)),
                String.join("\n  ", advice),
                ofDevice ? ExitCode.DEVICE : ExitCode.FAILED,
                failures.get(0));
    }

    private static CommandFailure failure(String host, Throwable cause) {
        if (cause instanceof CommandFailure failure) {
            return failure;
        }
        if (cause instanceof DeviceException device) {
            return new CommandFailure(device.getMessage(), "", ExitCode.of(device), cause);
        }
        String what = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return CommandFailure.failed("%s: %s".formatted(host, what), "", cause);
    }
}

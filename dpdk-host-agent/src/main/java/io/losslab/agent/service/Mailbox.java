package io.losslab.agent.service;

import io.losslab.agent.loop.FrameSource;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;

/**
 * Work that other threads leave for the data thread, done between two turns of its loop. In front
 * of the traffic, so that what a call adds goes out in the same turn.
 */
final class Mailbox implements FrameSource {
    private static final long LONGEST_SECONDS = 30;

    private final FrameSource traffic;
    private final Queue<Task<?>> tasks = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    /** Work and where its outcome goes. */
    private record Task<T>(LongFunction<T> work, CompletableFuture<T> outcome) {
        void run(long nowNanos) {
            try {
                outcome.complete(work.apply(nowNanos));
            } catch (RuntimeException e) {
                outcome.completeExceptionally(e);
            } catch (Error e) {
                outcome.completeExceptionally(e);
                throw e;
            }
        }
    }

    Mailbox(FrameSource traffic) {
        this.traffic = traffic;
    }

    /**
     * Does work on the data thread, given the lab's time, and waits for it. Work that the thread
     * does not take up in time is taken back: it is not done later.
     *
     * @throws IllegalStateException where the agent stops or the thread does not respond; what
     *     {@code work} throws comes through
     */
    <T> T call(LongFunction<T> work) {
        Task<T> task = new Task<>(work, new CompletableFuture<>());
        tasks.add(task);
        if (closed) {
            refuseAll();
        }
        try {
            return outcome(task);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "the data thread did not respond within " + LONGEST_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the data thread", e);
        }
    }

    private <T> T outcome(Task<T> task)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            return task.outcome.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            tasks.remove(task);
            throw e;
        } catch (TimeoutException e) {
            if (tasks.remove(task)) {
                throw e;
            }
            // The thread has just taken it up, and will soon have done it.
            return task.outcome.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** The data thread takes no more work. */
    void close() {
        closed = true;
        refuseAll();
    }

    @Override
    public int offer(long nowNanos) {
        if (!tasks.isEmpty()) {
            runAll(nowNanos);
        }
        return traffic.offer(nowNanos);
    }

    @Override
    public long nextDueNanos() {
        return traffic.nextDueNanos();
    }

    private void runAll(long nowNanos) {
        for (Task<?> task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run(nowNanos);
        }
    }

    private void refuseAll() {
        for (Task<?> task = tasks.poll(); task != null; task = tasks.poll()) {
            task.outcome.completeExceptionally(new IllegalStateException("the agent is stopping"));
        }
    }
}

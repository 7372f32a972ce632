package io.losslab.services.fabric;

import io.losslab.api.process.DaemonThreads;
import io.losslab.api.process.Unchecked;
import io.losslab.softswitch.fabric.Fabric;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The one thread that owns a fabric, with what threads it has of its own; services hand it their
 * work and wait. Thread safe.
 */
public final class FabricThread implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Fabric fabric;
    private final ExecutorService thread;
    private final OpenCalls openCalls;
    private final List<BooleanSupplier> idlers = new ArrayList<>();
    private final AtomicLong cpuNanos = new AtomicLong();

    public FabricThread(Fabric fabric) {
        this(fabric, new OpenCalls());
    }

    /** A fabric that some other thread owns; {@code thread} runs tasks on it. */
    public FabricThread(Fabric fabric, ExecutorService thread) {
        this(fabric, thread, new OpenCalls());
    }

    private FabricThread(Fabric fabric, OpenCalls openCalls) {
        this(fabric, new OwnThread(fabric.topology().name(), openCalls), openCalls);
    }

    private FabricThread(Fabric fabric, ExecutorService thread, OpenCalls openCalls) {
        this.fabric = fabric;
        this.thread = thread;
        this.openCalls = openCalls;
    }

    /**
     * Runs {@code work} between two slices of virtual time.
     *
     * @throws IllegalStateException where the fabric is closed; what {@code work} throws unchecked
     *     comes through
     */
    public <T> T call(Function<Fabric, T> work) {
        try {
            return thread.submit(() -> work.apply(fabric)).get();
        } catch (ExecutionException e) {
            throw Unchecked.of(e.getCause());
        } catch (RejectedExecutionException | CancellationException e) {
            throw new IllegalStateException("the lab is closed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the fabric", e);
        }
    }

    /**
     * The same for who cannot wait for long.
     *
     * @return empty where time did not pause within {@code patienceNanos}, or the fabric is closed
     */
    public <T> Optional<T> callWithin(long patienceNanos, Function<Fabric, T> work) {
        Future<T> task;
        try {
            task = thread.submit(() -> work.apply(fabric));
        } catch (RejectedExecutionException e) {
            return Optional.empty();
        }
        try {
            return Optional.of(task.get(patienceNanos, TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            task.cancel(false);
            return Optional.empty();
        } catch (CancellationException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw Unchecked.of(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** As {@link #call}, for work without a result. */
    public void change(Consumer<Fabric> work) {
        call(
                owned -> {
                    work.accept(owned);
                    return null;
                });
    }

    /** Lets virtual time run to a point, and counts the CPU time it takes. */
    public void run(long untilNanos) {
        change(
                owned -> {
                    long before = THREADS.getCurrentThreadCpuTime() + owned.helpersCpuNanos();
                    owned.run(untilNanos);
                    long after = THREADS.getCurrentThreadCpuTime() + owned.helpersCpuNanos();
                    cpuNanos.addAndGet(after - before);
                });
    }

    /**
     * Calls {@code idler} whenever time has stopped, until it returns false. Only from the fabric's
     * thread.
     */
    public void onIdle(BooleanSupplier idler) {
        idlers.add(idler);
    }

    /** Time has stopped: streams hand over what they held back. */
    public void flushIdle() {
        change(owned -> runIdlers());
    }

    /** As {@link #flushIdle}, called on the fabric's thread. */
    public void runIdlers() {
        idlers.removeIf(idler -> !idler.getAsBoolean());
    }

    /** The calls that stream what the fabric does. Only from the fabric's thread. */
    public OpenCalls openCalls() {
        return openCalls;
    }

    /** CPU time spent in {@link #run} so far. */
    public long cpuNanos() {
        return cpuNanos.get();
    }

    /**
     * Ends the fabric. Work that waits is refused; open calls end once what runs has come to its
     * end.
     */
    @Override
    public void close() {
        for (Runnable waiting : thread.shutdownNow()) {
            if (waiting instanceof Future<?> task) {
                task.cancel(false);
            }
        }
        fabric.close();
    }

    /** The thread of a fabric without any other; ends open calls last. */
    private static final class OwnThread extends ThreadPoolExecutor {
        private final OpenCalls openCalls;

        OwnThread(String fabric, OpenCalls openCalls) {
            super(
                    1,
                    1,
                    0,
                    TimeUnit.NANOSECONDS,
                    new LinkedBlockingQueue<>(),
                    DaemonThreads.named("fabric-" + fabric));
            this.openCalls = openCalls;
        }

        @Override
        protected void terminated() {
            openCalls.end();
        }
    }
}

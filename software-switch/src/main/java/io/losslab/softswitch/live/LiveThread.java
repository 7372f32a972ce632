package io.losslab.softswitch.live;

import io.losslab.api.clock.ScaledClock;
import io.losslab.softswitch.fabric.Fabric;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a live fabric: takes in what hosts sent, lets the fabric's time come up to the
 * clock, and sleeps until a frame comes or something is due. Runs others' tasks between two turns.
 */
final class LiveThread extends AbstractExecutorService {
    private static final Logger LOG = LoggerFactory.getLogger(LiveThread.class);
    private static final long LEISURE_NANOS = 100_000_000;

    /**
     * What comes due within it is done in one turn: a turn for each event would look at all sockets
     * each time, and a thread that goes before all others has to leave them the core.
     */
    private static final long SHORTEST_REST_NANOS = 50_000;

    private static final int POLL_BYTES = 8;

    private final Fabric fabric;
    private final ScaledClock clock;
    private final Portals portals;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<Runnable> leisure = new CopyOnWriteArrayList<>();
    private final int waker;
    private final NativeBlock one = new NativeBlock(8);
    private final NativeBlock wakes = new NativeBlock(8);
    private final NativeBlock waits;
    private final NativeBlock timeout = new NativeBlock(16);
    private volatile boolean stopped;

    /** What ended the thread; null where nothing but a shutdown has. */
    private volatile Throwable failure;

    private boolean wakerClosed;
    private long nextLeisure;

    LiveThread(Fabric fabric, ScaledClock clock, Portals portals) {
        this.fabric = fabric;
        this.clock = clock;
        this.portals = portals;
        this.waker = Libc.eventfd(0, Libc.EFD_NONBLOCK | Libc.EFD_CLOEXEC);
        one.bytes.putLong(0, 1);
        waits = new NativeBlock(POLL_BYTES * (portals.count() + 1));
        for (int i = 0; i < portals.count(); i++) {
            await(i, portals.descriptor(i));
        }
        await(portals.count(), waker);
        thread = new Thread(this::run, "live-" + fabric.topology().name());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void atLeisure(Runnable task) {
        leisure.add(task);
    }

    /** One task; it may end with what ended the thread. */
    private static final class Task<T> extends FutureTask<T> {
        Task(Callable<T> work) {
            super(work);
        }

        void end(Throwable failure) {
            if (failure == null) {
                cancel(false);
            } else {
                setException(failure);
            }
        }
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> work) {
        return new Task<>(work);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable work, T result) {
        return new Task<>(Executors.callable(work, result));
    }

    /** What is submitted after a failure ends with it. */
    @Override
    public void execute(Runnable task) {
        if (stopped && failure == null) {
            throw new RejectedExecutionException("the live switches have stopped");
        }
        tasks.add(task);
        wake();
        if (stopped) {
            endTasks();
        }
    }

    @Override
    public void shutdown() {
        stopped = true;
        wake();
    }

    /** Ends the thread, and waits for it unless called by it. */
    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        if (Thread.currentThread() != thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return stopped;
    }

    @Override
    public boolean isTerminated() {
        return !thread.isAlive();
    }

    @Override
    public boolean awaitTermination(long timeLimit, TimeUnit unit) throws InterruptedException {
        unit.timedJoin(thread, timeLimit);
        return !thread.isAlive();
    }

    private void run() {
        // Its lateness is the lab's error.
        Priorities before = Priorities.raise();
        try {
            while (!stopped) {
                runTasks();
                if (clock.isRunning()) {
                    turn();
                } else {
                    // What came too early must not lie there when time begins.
                    portals.poll();
                    rest(Math.min(LEISURE_NANOS, clock.untilEpochNanos()));
                }
                runLeisure();
            }
        } catch (RuntimeException | Error e) {
            LOG.error("the live switches of {} failed", fabric.topology().name(), e);
            failure = e;
        } finally {
            stopped = true;
            before.restore();
            endTasks();
            closeWaker();
        }
    }

    /**
     * The time is read before the sockets: whatever was sent until then is in the fabric when its
     * time comes up to it.
     */
    private void turn() {
        long now = clock.nowNanos();
        int frames = portals.poll();
        fabric.run(now);
        if (frames == 0) {
            long due = clock.momentOf(fabric.nothingBeforeNanos());
            rest(Math.min(LEISURE_NANOS, due - System.nanoTime()));
        }
    }

    /** Waits for a time to pass or, unless that is short, for a frame or a task. */
    private void rest(long nanos) {
        long least = Math.max(SHORTEST_REST_NANOS, nanos);
        timeout.bytes.putLong(0, least / 1_000_000_000L);
        timeout.bytes.putLong(8, least % 1_000_000_000L);
        long descriptors = nanos < SHORTEST_REST_NANOS ? 0 : portals.count() + 1L;
        if (Libc.ppoll(waits.address, descriptors, timeout.address, 0) > 0 && isAwake()) {
            // A task may have been run before its wake came: that one must not stay either.
            Libc.read(waker, wakes.address, 8);
        }
    }

    private boolean isAwake() {
        return waits.bytes.getShort(portals.count() * POLL_BYTES + 6) != 0;
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void runLeisure() {
        long now = System.nanoTime();
        if (now - nextLeisure >= 0) {
            nextLeisure = now + LEISURE_NANOS;
            for (Runnable task : leisure) {
                task.run();
            }
        }
    }

    private void endTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            if (task instanceof Task<?> asked) {
                asked.end(failure);
            }
        }
    }

    private void await(int index, int descriptor) {
        waits.bytes.putInt(index * POLL_BYTES, descriptor);
        waits.bytes.putShort(index * POLL_BYTES + 4, (short) Libc.POLLIN);
    }

    /** Not after the descriptor is closed: its number may be reused then. */
    private synchronized void wake() {
        if (!wakerClosed) {
            Libc.write(waker, one.address, 8);
        }
    }

    private synchronized void closeWaker() {
        wakerClosed = true;
        Libc.close(waker);
    }
}

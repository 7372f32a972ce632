package io.losslab.labs.measure;

import io.losslab.api.process.DaemonThreads;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.backend.Lab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the devices of a cell still answer while its time passes by itself: each connection in
 * use is asked once a second, so that a device that is lost is noticed within five, and agents hear
 * that the run is alive. The first loss ends the calls that wait for the device. A question that
 * was open while this process itself stood still counts for nothing and is asked once more.
 */
public final class LifeSigns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LifeSigns.class);

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final int MOST_AT_A_TIME = 16;

    private final Lab lab;

    /** Whether a device that is just busy may take its time to answer. */
    private final boolean starting;

    private final Heartbeat heartbeat = new Heartbeat(System::nanoTime);
    private final List<ScheduledExecutorService> pools = new ArrayList<>();
    private final List<Future<?>> repeated = new ArrayList<>();
    private final AtomicReference<RuntimeException> loss = new AtomicReference<>();

    /** Questions that are still open fail when they are cancelled. */
    private volatile boolean closed;

    /**
     * Something to ask of a device.
     *
     * @param question throws where no answer comes
     * @param abandon ends the calls that wait for an answer
     */
    record Question(Device device, Runnable question, Runnable abandon) {
        /** What every gRPC server answers. */
        static Question of(Device device, DeviceChannel channel) {
            return new Question(device, channel.within(PATIENCE)::requireAnswer, channel::close);
        }

        /** What every SSH server answers; commands that run go on until theirs is lost. */
        static Question of(Device device, HostConnection login) {
            return new Question(device, () -> login.requireAnswer(PATIENCE), () -> {});
        }

        /** An agent's counters: its watchdog counts the calls of the service. */
        static Question ofAgent(Device device, DeviceChannel channel, AgentClocks clocks) {
            HostAgentClient agent = new HostAgentClient(channel, device.id()).within(PATIENCE);
            return new Question(
                    device, () -> clocks.ask(device.name(), agent::counters), channel::close);
        }
    }

    private LifeSigns(Lab lab, boolean starting, List<Question> questions) {
        this.lab = lab;
        this.starting = starting;
        if (questions.isEmpty()) {
            return;
        }
        ScheduledExecutorService beats =
                Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("heartbeat"));
        pools.add(beats);
        repeated.add(
                beats.scheduleWithFixedDelay(
                        heartbeat::beat, 0, Heartbeat.PERIOD.toMillis(), TimeUnit.MILLISECONDS));
        ScheduledExecutorService threads =
                Executors.newScheduledThreadPool(
                        Math.min(MOST_AT_A_TIME, questions.size()),
                        DaemonThreads.named("life-signs"));
        pools.add(threads);
        for (Question question : questions) {
            repeated.add(
                    threads.scheduleWithFixedDelay(
                            () -> ask(question),
                            PERIOD.toMillis(),
                            PERIOD.toMillis(),
                            TimeUnit.MILLISECONDS));
        }
    }

    /** Begins to ask; asks nothing where time passes in the devices. */
    public static LifeSigns of(Lab lab, CellDevices devices) {
        return of(lab, false, devices);
    }

    /**
     * The same while devices are set up and programs are slow: one that does not answer is lost
     * only where it is certain that its program has ended or is suspended.
     */
    public static LifeSigns whileStarting(Lab lab, CellDevices devices) {
        return of(lab, true, devices);
    }

    /**
     * Sets devices up while their agents hear that the run is alive: it may take longer than they
     * wait.
     *
     * @throws RuntimeException as {@link #require}, or that of {@link CellDevices#provision}
     */
    public static void provision(Lab lab, CellDevices devices) {
        try (LifeSigns life = whileStarting(lab, devices)) {
            life.guard(devices::provision);
        }
    }

    private static LifeSigns of(Lab lab, boolean starting, CellDevices devices) {
        if (!lab.clock().passesByItself()) {
            return new LifeSigns(lab, starting, List.of());
        }
        AgentClocks clocks = new AgentClocks(lab.clock()::nowNanos, System::nanoTime, LOG::info);
        return new LifeSigns(lab, starting, devices.questions(clocks));
    }

    private void ask(Question question) {
        long since = System.nanoTime();
        try {
            question.question().run();
        } catch (DeviceException | CommandFailure e) {
            if (closed) {
                return;
            }
            if (heartbeat.hasStalledSince(since)) {
                LOG.info("{}: losslab did not run; asked once more", question.device().name());
            } else if (loss.get() == null && (!starting || lab.isGone(question.device()))) {
                lost(question, e);
            }
        }
    }

    private void lost(Question question, RuntimeException failure) {
        Device device = question.device();
        RuntimeException named =
                lab.condition(device)
                        .<RuntimeException>map(
                                what ->
                                        DeviceException.unreachable(
                                                device.name(),
                                                Service.HOST_AGENT.word(),
                                                what,
                                                "see log.txt",
                                                failure))
                        .orElse(failure);
        if (loss.compareAndSet(null, named)) {
            LOG.error("a device was lost: {}", named.getMessage());
            question.abandon().run();
        }
    }

    /**
     * Makes sure that no device is lost.
     *
     * @throws DeviceException that names the device that was lost first; {@link CommandFailure}
     *     where it was reached by SSH
     */
    public void require() {
        if (loss.get() != null) {
            throw loss.get();
        }
    }

    /**
     * Does something with the devices; where it fails and one is lost, that is why.
     *
     * @throws RuntimeException as {@link #require}, or that of the work
     */
    public void guard(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            // A call that waited for a device which was lost says less than that.
            require();
            throw e;
        }
    }

    @Override
    public void close() {
        closed = true;
        repeated.forEach(question -> question.cancel(true));
        pools.forEach(ScheduledExecutorService::shutdownNow);
    }
}

package io.losslab.devices.sonic.counters;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.DeviceException;
import io.losslab.driver.OpenWatch;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads at intervals, in a thread of its own, until it is closed or a read fails. */
final class PolledWatch implements OpenWatch {
    private static final Logger LOG = LoggerFactory.getLogger(PolledWatch.class);

    private final String device;
    private final Runnable read;
    private final Thread thread;
    private volatile boolean closing;
    private volatile DeviceException failure;

    private PolledWatch(String device, long intervalNanos, Runnable read) {
        this.device = device;
        this.read = read;
        this.thread = new Thread(() -> poll(intervalNanos), "counters-" + device);
        thread.setDaemon(true);
    }

    static PolledWatch start(String device, long intervalNanos, Runnable read) {
        PolledWatch watch = new PolledWatch(device, intervalNanos, read);
        watch.thread.start();
        return watch;
    }

    /** A read that takes longer than the interval leaves out those that were due meanwhile. */
    private void poll(long intervalNanos) {
        long start = System.nanoTime();
        try {
            while (!closing) {
                read.run();
                long spent = System.nanoTime() - start;
                TimeUnit.NANOSECONDS.sleep((spent / intervalNanos + 1) * intervalNanos - spent);
            }
        } catch (InterruptedException e) {
            LOG.debug("{}: reading counters ended", device);
        } catch (DeviceException e) {
            failed(e);
        } catch (CommandFailure e) {
            failed(DeviceException.unreachable(device, "ssh", e.getMessage(), e.advice(), e));
        } catch (RuntimeException e) {
            failed(DeviceException.failed(device, "ssh", "counters: " + e, "see log.txt", e));
        }
    }

    private void failed(DeviceException cause) {
        if (!closing) {
            LOG.error("reading counters of {}", device, cause);
            failure = cause;
        }
    }

    @Override
    public Optional<DeviceException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}

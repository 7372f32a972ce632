package io.losslab.devices;

import io.losslab.configs.testbed.Service;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.DeviceException;
import io.losslab.driver.OpenWatch;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads at intervals, in a thread of its own, until it is closed or a read fails. */
public final class PolledWatch implements OpenWatch {
    private static final Logger LOG = LoggerFactory.getLogger(PolledWatch.class);

    private final String device;
    private final String service;
    private final long startNanos = System.nanoTime();
    private final LongConsumer read;
    private final Thread thread;
    private volatile boolean closing;
    private volatile DeviceException failure;

    private PolledWatch(String device, Service service, long intervalNanos, LongConsumer read) {
        this.device = device;
        this.service = service.word();
        this.read = read;
        this.thread = new Thread(() -> poll(intervalNanos), "counters-" + device);
        thread.setDaemon(true);
    }

    /**
     * Begins with a read.
     *
     * @param device its name, for errors
     * @param service that is read, for errors
     * @param read given what the times of what it reads count from, of {@link System#nanoTime}
     */
    public static PolledWatch start(
            String device, Service service, long intervalNanos, LongConsumer read) {
        PolledWatch watch = new PolledWatch(device, service, intervalNanos, read);
        watch.thread.start();
        return watch;
    }

    /** A read that takes longer than the interval leaves out those that were due meanwhile. */
    private void poll(long intervalNanos) {
        try {
            while (!closing) {
                read.accept(startNanos);
                long spent = System.nanoTime() - startNanos;
                TimeUnit.NANOSECONDS.sleep((spent / intervalNanos + 1) * intervalNanos - spent);
            }
        } catch (InterruptedException e) {
            LOG.debug("{}: reading counters ended", device);
        } catch (DeviceException e) {
            failed(e);
        } catch (CommandFailure e) {
            failed(DeviceException.unreachable(device, service, e.getMessage(), e.advice(), e));
        } catch (RuntimeException e) {
            failed(DeviceException.failed(device, service, "counters: " + e, "see log.txt", e));
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
    public OptionalLong startNanos() {
        return OptionalLong.of(startNanos);
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}

package io.losslab.devices;

import io.losslab.configs.testbed.Service;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.DeviceException;
import io.losslab.driver.OpenWatch;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads at intervals, in a thread of its own, until it is closed or a read fails. */
public final class PolledWatch implements OpenWatch {
    private static final Logger LOG = LoggerFactory.getLogger(PolledWatch.class);

    private final String device;
    private final String service;
    private final Runnable read;
    private final Thread thread;
    private volatile boolean closing;
    private volatile DeviceException failure;

    private PolledWatch(String device, Service service, long intervalNanos, Runnable read) {
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
     */
    public static PolledWatch start(
            String device, Service service, long intervalNanos, Runnable read) {
        PolledWatch watch = new PolledWatch(device, service, intervalNanos, read);
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
    public void close() {
        closing = true;
        thread.interrupt();
    }
}

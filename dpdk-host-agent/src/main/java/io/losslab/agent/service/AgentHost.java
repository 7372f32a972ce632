package io.losslab.agent.service;

import io.losslab.agent.dpdk.DpdkException;
import io.losslab.agent.dpdk.Eal;
import io.losslab.agent.dpdk.EthernetPort;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.loop.DataLoop;
import io.losslab.agent.loop.HostPath;
import io.losslab.agent.loop.Polling;
import io.losslab.agent.loop.RelayRoutes;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.ControlFrames;
import io.losslab.agent.plane.HostIdentity;
import io.losslab.agent.plane.HostSchemes;
import io.losslab.agent.plane.PortPlace;
import io.losslab.agent.queue.PacketTable;
import io.losslab.agent.traffic.EgressChoice;
import io.losslab.agent.traffic.Traffic;
import io.losslab.api.frame.RoceFrame;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.GoBackN;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.logging.Logger;

/**
 * The data side of an agent: ports, queues, schemes and traffic on one data thread, which this
 * starts and stops. What other threads want of it they {@link #call}.
 */
final class AgentHost implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(AgentHost.class.getName());

    private static final int OWN_LIMIT_BYTES = 8 << 20;
    private static final long LATE_TURN_NANOS = 200_000;

    /**
     * Of the longest; what a port is late by more than that is lost, as the checks of a run say.
     */
    private static final int FRAMES_MADE_UP_FOR = 10;

    private static final int DEFAULT_MTU_BYTES = 4096;
    private static final long JOIN_MILLIS = 15_000;

    final AgentSettings settings;
    final String dpdkVersion;
    final List<EthernetPort> nics = new ArrayList<>();
    final AgentDevice device;
    final HostSchemes schemes;
    final ControlFrames control;
    final EgressChoice choice;
    final Traffic traffic;
    final HostPath path;
    final DataLoop loop;
    final ScheduledPauses pauses;

    private final Eal eal;
    private final SpareBuffers controlBuffers;
    private final SpareBuffers answerBuffers;
    private final Mailbox mailbox;
    private Thread thread;

    /**
     * Starts the ports; the data thread is started by {@link #start}.
     *
     * @throws DpdkException where a port cannot be had
     */
    AgentHost(AgentSettings settings, AgentDpdk dpdk) {
        this.settings = settings;
        eal = dpdk.eal;
        PacketPool pool = dpdk.pool;
        dpdkVersion = eal.version();
        List<PortPlace> places = new ArrayList<>();
        for (AgentPort port : settings.ports()) {
            EthernetPort nic =
                    EthernetPort.start(eal, port.name(), port.option(), pool, longestFrameBytes());
            if (port.pci()) {
                nic.requireNic(longestFrameBytes());
            }
            nics.add(nic);
            places.add(port.place().orMac(nic.mac()));
        }
        controlBuffers = new SpareBuffers(pool);
        answerBuffers = new SpareBuffers(pool);
        device =
                new AgentDevice(
                        new HostIdentity((int) settings.hostId(), settings.ipv4()),
                        places,
                        new PacketTable(settings.buffers() / 2),
                        controlBuffers,
                        settings.dataQueues(),
                        OWN_LIMIT_BYTES);
        paceToLineRate();
        schemes = new HostSchemes(device);
        control = new ControlFrames(device);
        choice = new EgressChoice(device);
        traffic =
                new Traffic(
                        device,
                        pool,
                        answerBuffers,
                        choice,
                        settings.clock(),
                        settings.endTimes(),
                        longestFrameBytes(),
                        slackNanos(),
                        new TransportSettings(defaultMtuBytes(), 1, new GoBackN(0, 0), null));
        path = new HostPath(device, traffic, new RelayRoutes(Map.of()));
        pauses = new ScheduledPauses(control, device.ports(), traffic);
        mailbox = new Mailbox(pauses);
        loop =
                new DataLoop(
                        device,
                        schemes,
                        control,
                        path,
                        mailbox,
                        settings.polling(),
                        nics,
                        settings.clock());
    }

    /**
     * Starts the data thread.
     *
     * @param onFailure told, on that thread, where it ends on an error
     */
    void start(Consumer<Ending> onFailure) {
        thread = new Thread(() -> run(onFailure), "agent-data");
        thread.start();
    }

    /** RoCE path MTU until a configuration says another. */
    int defaultMtuBytes() {
        return Math.min(DEFAULT_MTU_BYTES, settings.mtuBytes());
    }

    /** Does work on the data thread, given the lab's time, and waits for it. */
    <T> T call(LongFunction<T> work) {
        return mailbox.call(work);
    }

    /** Stops sending, stops the data thread and gives the ports back. */
    @Override
    public void close() {
        loop.stop();
        join();
        mailbox.close();
        if (hasEnded()) {
            controlBuffers.close();
            answerBuffers.close();
            nics.forEach(EthernetPort::close);
        }
    }

    /** Whether the data thread does not run, or no longer. */
    boolean hasEnded() {
        return thread == null || !thread.isAlive();
    }

    private void run(Consumer<Ending> onFailure) {
        boolean registered = false;
        try {
            eal.registerThread();
            registered = true;
            if (settings.polling() == Polling.REAL_TIME) {
                becomeRealTime();
            }
            loop.run();
        } catch (RuntimeException | Error e) {
            onFailure.accept(Ending.failed(e));
        } finally {
            mailbox.close();
            if (registered) {
                eal.unregisterThread();
            }
        }
    }

    /** Where the machine does not allow it, frames leave later, which is measured. */
    private void becomeRealTime() {
        try {
            eal.makeThreadRealTime();
        } catch (DpdkException e) {
            LOG.warning(e.getMessage());
        }
    }

    private void join() {
        if (thread == null) {
            return;
        }
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Longest frame that may come, without FCS: a tag may be in it. */
    private int longestFrameBytes() {
        return RoceFrame.maxFrameBytes(settings.mtuBytes());
    }

    /** Lets the host's time pass at another pace from now on; data thread. */
    void rescale(double scale) {
        settings.clock().rescale(scale);
        traffic.setSlack(slackNanos());
        paceToLineRate();
    }

    /** What a late turn of the loop may be made up for, lab time. */
    private long slackNanos() {
        return (long) (LATE_TURN_NANOS / settings.clock().scale());
    }

    private void paceToLineRate() {
        for (int port = 1; port <= device.ports(); port++) {
            long rate = device.place(port).link().rateBitsPerSecond();
            long framesBits = 8L * FRAMES_MADE_UP_FOR * longestFrameBytes();
            long framesNanos = rate == 0 ? 0 : framesBits * 1_000_000_000L / rate;
            device.queues(port).setLineRate(rate, Math.max(slackNanos(), framesNanos));
        }
    }
}

package io.losslab.benchmarks.agent;

import io.losslab.agent.dpdk.DpdkException;
import io.losslab.agent.loop.DataLoop;
import io.losslab.agent.loop.FrameHandler;
import io.losslab.agent.loop.FrameSource;
import io.losslab.agent.loop.Polling;
import io.losslab.agent.plane.ControlFrames;
import io.losslab.agent.plane.HostSchemes;
import io.losslab.api.clock.ScaledClock;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/**
 * One measurement in its own process: {@code forward SECONDS DEVICE DEVICE}, {@code idle SECONDS
 * DEVICE DEVICE}, {@code pause ROUNDS DEVICE DEVICE}, or {@code core SECONDS}. Prints a figure a
 * line, name and value.
 */
public final class BenchChild {
    private static final int TURNS = 200;

    private BenchChild() {}

    /** Runs it; exit code 1 and one line of text where it cannot. */
    public static void main(String[] arguments) throws InterruptedException {
        String[] devices = Arrays.copyOfRange(arguments, 2, arguments.length);
        double amount = Double.parseDouble(arguments[1]);
        try {
            switch (arguments[0]) {
                case "forward" -> forward(amount, devices);
                case "idle" -> idle(amount, devices);
                case "core" -> CoreProbe.run(amount);
                case "pause" -> PauseProbe.run((int) amount, devices);
                default -> throw new IllegalArgumentException("no bench '" + arguments[0] + "'");
            }
        } catch (DpdkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s %.9g%n", name, value);
        System.out.flush();
    }

    /** Forwards between two ports without pause: half the time to warm up, half to measure. */
    private static void forward(double seconds, String[] devices) {
        try (BenchHost host = new BenchHost(2, devices)) {
            host.fillBuffers();
            Bridge bridge = new Bridge(host.device);
            DataLoop loop = loop(host, bridge, Polling.BUSY);
            turnFor(loop, seconds / 2);
            print("measuring", 1);
            com.sun.management.ThreadMXBean threads = threads();
            long frames = loop.sent(1) + loop.sent(2);
            long cpu = threads.getCurrentThreadCpuTime();
            long allocated = threads.getCurrentThreadAllocatedBytes();
            long began = System.nanoTime();
            turnFor(loop, seconds / 2);
            double wallSeconds = (System.nanoTime() - began) / 1e9;
            double cpuSeconds = (threads.getCurrentThreadCpuTime() - cpu) / 1e9;
            double moved = loop.sent(1) + loop.sent(2) - frames;
            print("frames", moved);
            print("framesPerSecond", moved / wallSeconds);
            print("framesPerCpuSecond", moved / cpuSeconds);
            print(
                    "bytesAllocatedPerFrame",
                    (threads.getCurrentThreadAllocatedBytes() - allocated) / moved);
            print("refused", bridge.refused());
        }
    }

    /** Runs the loop where nothing comes in, and tells how much of its core it takes. */
    private static void idle(double seconds, String[] devices) throws InterruptedException {
        BenchHost host = new BenchHost(2, devices);
        DataLoop loop = loop(host, new Bridge(host.device), Polling.ADAPTIVE);
        Thread data = host.start(loop);
        // Its stated time to come to rest, and time to be compiled.
        Thread.sleep(1000);
        long cpu = threads().getThreadCpuTime(data.getId());
        long began = System.nanoTime();
        Thread.sleep((long) (seconds * 1000));
        double share =
                (threads().getThreadCpuTime(data.getId()) - cpu)
                        / (double) (System.nanoTime() - began);
        loop.stop();
        data.join();
        host.close();
        print("idleCpuShare", share);
    }

    private static DataLoop loop(BenchHost host, FrameHandler handler, Polling polling) {
        return new DataLoop(
                host.device,
                new HostSchemes(host.device),
                new ControlFrames(host.device),
                handler,
                FrameSource.NONE,
                polling,
                host.ports,
                ScaledClock.WALL);
    }

    private static void turnFor(DataLoop loop, double seconds) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        long now = System.nanoTime();
        while (now < end) {
            for (int i = 0; i < TURNS; i++) {
                now = System.nanoTime();
                loop.turn(now);
            }
        }
    }

    private static com.sun.management.ThreadMXBean threads() {
        return (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    }
}

package io.losslab.agent.dpdk;

import io.losslab.api.process.JvmThreads;

/**
 * DPDK's environment in this process. It starts once; after {@link #close} it cannot start again.
 *
 * <p>Threads that receive or send call {@link #registerThread} first and {@link #unregisterThread}
 * at their end.
 */
public final class Eal implements AutoCloseable {
    // Priorities of SCHED_RR (sched(7)); those of the live switches of a machine are no lower.

    private static final int DATA = 2;

    /** Of threads that the data thread waits for while they collect garbage. */
    private static final int STOPPING = 3;

    private boolean running = true;

    private Eal() {}

    /**
     * Loads the shim and starts DPDK.
     *
     * @throws DpdkException where the shim or DPDK is missing or refuses, as it does a second time
     */
    public static Eal start(EalArguments arguments) {
        DpdkLibrary.bind(ShimLibrary.find());
        String line = String.join("\n", arguments.commandLine());
        int started = DpdkLibrary.ll_eal_start(line);
        RuntimeDirectory.delete(arguments.filePrefix());
        if (started < 0) {
            throw new DpdkException(
                    "DPDK could not start with '%s': %s"
                            .formatted(line.replace('\n', ' '), arguments.refusal(-started)));
        }
        return new Eal();
    }

    /** DPDK's name and version. */
    public String version() {
        return DpdkLibrary.ll_dpdk_version();
    }

    /** Gives the calling thread a cache of packet buffers. */
    public void registerThread() {
        requireRunning();
        DpdkException.check(
                DpdkLibrary.ll_thread_register(), "DPDK could not register the data thread");
    }

    /**
     * Has the calling thread, and those of the virtual machine that stop it, run before all that
     * are not real-time. The others stay: compilers would use up what the system reserves for
     * real-time threads, and it would then stop all of these for 50 ms.
     *
     * @throws DpdkException where this user may not, or the system reserves no time for them
     */
    public void makeThreadRealTime() {
        requireRunning();
        JvmThreads.stopping().forEach(thread -> DpdkLibrary.ll_thread_real_time(thread, STOPPING));
        DpdkException.check(
                DpdkLibrary.ll_thread_real_time(0, DATA),
                "the data thread could not become a real-time thread");
    }

    public void unregisterThread() {
        if (running) {
            DpdkLibrary.ll_thread_unregister();
        }
    }

    /**
     * Creates a virtual device, for {@link EthernetPort#start}.
     *
     * @throws DpdkException where its driver is not installed, or refuses
     */
    public void addDevice(String name) {
        requireRunning();
        DpdkException.check(DpdkLibrary.ll_device_add(name), "DPDK could not create " + name);
    }

    /** Removes a virtual device whose port is closed. */
    public void removeDevice(String name) {
        requireRunning();
        DpdkException.check(DpdkLibrary.ll_device_remove(name), "DPDK could not remove " + name);
    }

    void requireRunning() {
        if (!running) {
            throw new DpdkException("DPDK was stopped in this process");
        }
    }

    @Override
    public void close() {
        if (running) {
            running = false;
            DpdkLibrary.ll_eal_cleanup();
        }
    }
}

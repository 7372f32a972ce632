package io.losslab.agent.dpdk;

/**
 * DPDK's environment in this process. It starts once; after {@link #close} it cannot start again.
 *
 * <p>Threads that receive or send call {@link #registerThread} first and {@link #unregisterThread}
 * at their end.
 */
public final class Eal implements AutoCloseable {
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
        DpdkException.check(
                DpdkLibrary.ll_eal_start(line),
                "DPDK could not start with '" + line.replace('\n', ' ') + "'");
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

    public void unregisterThread() {
        if (running) {
            DpdkLibrary.ll_thread_unregister();
        }
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

package io.losslab.agent.dpdk;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.nio.file.Path;
import java.util.Map;

/**
 * The functions of the C shim that are not called per packet, bound by JNA; {@link PacketCalls} has
 * the others. Addresses are plain numbers; whole numbers below zero are negated errno values.
 * {@code losslab_dpdk.c} says what each does.
 */
final class DpdkLibrary {
    /** Version of the shim that these declarations are for. */
    static final int SHIM_VERSION = 7;

    private static boolean bound;

    private DpdkLibrary() {}

    /**
     * Binds the functions; once a process, later calls do nothing.
     *
     * @throws DpdkException where the library cannot be loaded or is of another version
     */
    static synchronized void bind(Path library) {
        if (bound) {
            return;
        }
        try {
            System.load(library.toString());
            Native.register(
                    DpdkLibrary.class,
                    NativeLibrary.getInstance(
                            library.toString(), Map.of(Library.OPTION_STRING_ENCODING, "UTF-8")));
        } catch (UnsatisfiedLinkError e) {
            throw new DpdkException(
                    "the DPDK shim "
                            + library
                            + " cannot be loaded: "
                            + e.getMessage()
                            + "; install DPDK's libraries (Debian: apt-get install dpdk), or delete"
                            + " the file to rebuild it",
                    e);
        }
        if (ll_shim_version() != SHIM_VERSION) {
            throw new DpdkException(
                    "the DPDK shim %s has version %d, not %d; delete it to rebuild it"
                            .formatted(library, ll_shim_version(), SHIM_VERSION));
        }
        bound = true;
    }

    static native int ll_shim_version();

    static native String ll_dpdk_version();

    static native int ll_eal_start(String arguments);

    static native int ll_eal_cleanup();

    static native int ll_thread_register();

    static native void ll_thread_unregister();

    static native int ll_thread_real_time(int thread, int priority);

    static native long ll_pool_create(String name, int buffers, int cache, int roomBytes);

    static native int ll_pool_free_buffers(long pool);

    static native int ll_device_add(String name);

    static native int ll_device_remove(String name);

    static native int ll_port_named(String name);

    static native int ll_port_start(int port, int descriptors, int mtu, long pool);

    static native int ll_port_mtu(int port);

    static native int ll_port_pass_flow_control(int port);

    static native int ll_port_stop(int port);

    static native int ll_port_close(int port);

    static native long ll_port_mac(int port);

    static native int ll_port_link_up(int port);

    static native int ll_port_xstat_names(int port, long names, int max);

    static native int ll_port_xstat_values(int port, long values, int max);
}

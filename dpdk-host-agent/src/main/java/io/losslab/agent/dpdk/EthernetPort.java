package io.losslab.agent.dpdk;

import static io.losslab.roce.frame.NativeMemory.MEMORY;

import io.losslab.api.frame.RoceFrame;
import io.losslab.roce.frame.NativeMemory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Logger;

/**
 * A port of DPDK: a NIC, an AF_PACKET socket on a veth end, a ring. Bursts belong to one thread for
 * each queue; counters may be read by any.
 */
public final class EthernetPort implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(EthernetPort.class.getName());
    private static final int XSTAT_NAME_BYTES = 64;

    private static final String CHECK = "check its name";
    private static final String CHECK_PCI =
            "check its address, and that its driver is one that DPDK can use, such as vfio-pci"
                    + " ('dpdk-devbind.py --status')";

    /** Of each queue; a driver may take another number. */
    private static final int DESCRIPTORS = 512;

    private final int number;
    private final String label;
    private boolean open = true;

    private EthernetPort(int number, String label) {
        this.number = number;
        this.label = label;
    }

    /**
     * Configures and starts a port.
     *
     * @param name of a virtual device, as in {@code net_null0}, or a PCI address
     * @param longestFrameBytes that may come, without FCS
     * @throws DpdkException where there is none of that name or it refuses the settings
     */
    public static EthernetPort start(Eal eal, String name, PacketPool pool, int longestFrameBytes) {
        return start(eal, name, "port " + name, pool, longestFrameBytes);
    }

    /**
     * The same.
     *
     * @param label what its user calls it, for messages
     */
    public static EthernetPort start(
            Eal eal, String name, String label, PacketPool pool, int longestFrameBytes) {
        eal.requireRunning();
        int number = DpdkLibrary.ll_port_named(name);
        if (number < 0) {
            throw new DpdkException(
                    label + ": DPDK found no such device; " + (isPci(name) ? CHECK_PCI : CHECK));
        }
        DpdkException.check(
                DpdkLibrary.ll_port_start(
                        number,
                        DESCRIPTORS,
                        longestFrameBytes - RoceFrame.ETHERNET_BYTES,
                        pool.address()),
                label + " could not start");
        return new EthernetPort(number, label);
    }

    private static boolean isPci(String name) {
        return name.indexOf(':') > 0;
    }

    /**
     * Sends a burst, then receives what has come in, at most a burst. The port owns the buffers of
     * the first frames it took; those of the others stay the caller's. Received buffers are the
     * caller's too; a frame that fits no buffer has the data address 0.
     *
     * @param out may be empty
     * @param in what is received; what it held before is forgotten
     * @return frames taken of {@code out}
     */
    public int exchange(Burst out, Burst in) {
        long counts = PacketCalls.exchange(number, out.address(), out.size(), in.address());
        in.setSize((int) counts);
        return (int) (counts >>> 32);
    }

    /**
     * Has a NIC pass on all frames of that length, and flow-control frames, too.
     *
     * @param longestFrameBytes that it was started for
     * @throws DpdkException where its driver takes none that long
     */
    public void requireNic(int longestFrameBytes) {
        int mtu = DpdkException.check(DpdkLibrary.ll_port_mtu(number), label + " reports no MTU");
        if (mtu < longestFrameBytes - RoceFrame.ETHERNET_BYTES) {
            throw new DpdkException(
                    "%s: its driver takes an MTU of at most %d B, not of %d B"
                            .formatted(label, mtu, longestFrameBytes - RoceFrame.ETHERNET_BYTES));
        }
        int failed = DpdkLibrary.ll_port_pass_flow_control(number);
        if (failed < 0) {
            LOG.warning(
                    "%s: its driver may keep pause frames from the agent: %s"
                            .formatted(label, Errno.text(-failed)));
        }
    }

    /** MAC address, low 48 bits. */
    public long mac() {
        long mac = DpdkLibrary.ll_port_mac(number);
        DpdkException.check((int) Math.min(mac, 0), label + " reports no MAC address");
        return mac;
    }

    public boolean isLinkUp() {
        int up = DpdkLibrary.ll_port_link_up(number);
        return DpdkException.check(up, label + " reports no link state") != 0;
    }

    /** The driver's own counters by their names, in the driver's order. */
    public Map<String, Long> extendedStatistics() {
        int count =
                DpdkException.check(
                        DpdkLibrary.ll_port_xstat_names(number, 0, 0),
                        label + " reports no counters");
        long names = NativeMemory.allocate((long) count * XSTAT_NAME_BYTES + 1);
        long values = NativeMemory.allocate(count * 8L + 1);
        try {
            int named = DpdkLibrary.ll_port_xstat_names(number, names, count);
            int valued = DpdkLibrary.ll_port_xstat_values(number, values, count);
            Map<String, Long> statistics = new LinkedHashMap<>();
            for (int i = 0; i < Math.min(count, Math.min(named, valued)); i++) {
                statistics.put(
                        text(names + (long) i * XSTAT_NAME_BYTES),
                        NativeMemory.getNativeLong(values + 8L * i));
            }
            return statistics;
        } finally {
            NativeMemory.free(names);
            NativeMemory.free(values);
        }
    }

    /** Stops the port and gives its device back. */
    @Override
    public void close() {
        if (open) {
            open = false;
            DpdkLibrary.ll_port_stop(number);
            DpdkLibrary.ll_port_close(number);
        }
    }

    private static String text(long address) {
        byte[] field = new byte[XSTAT_NAME_BYTES];
        MEMORY.read(address, field, 0, XSTAT_NAME_BYTES);
        int end = 0;
        while (end < field.length && field[end] != 0) {
            end++;
        }
        return new String(field, 0, end, StandardCharsets.UTF_8);
    }
}

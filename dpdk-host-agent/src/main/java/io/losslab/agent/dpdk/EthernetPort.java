package io.losslab.agent.dpdk;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A port of DPDK: a NIC, an AF_PACKET socket on a veth end, a ring. Bursts belong to one thread for
 * each queue; counters may be read by any.
 */
public final class EthernetPort implements AutoCloseable {
    private static final int XSTAT_NAME_BYTES = 64;
    private static final int STATISTICS = 8;
    private static final int FLOW_CONTROL_VALUES = 7;

    private final int number;
    private final String name;
    private boolean open = true;

    private EthernetPort(int number, String name) {
        this.number = number;
        this.name = name;
    }

    /**
     * Configures and starts a port.
     *
     * @param name of a virtual device, as in {@code net_null0}, or a PCI address
     * @throws DpdkException where there is none of that name or it refuses the settings
     */
    public static EthernetPort start(Eal eal, String name, PortSettings settings, PacketPool pool) {
        eal.requireRunning();
        int number =
                DpdkException.check(
                        DpdkLibrary.ll_port_named(name), "port " + name + " is not there");
        DpdkException.check(
                DpdkLibrary.ll_port_start(
                        number,
                        settings.rxQueues(),
                        settings.txQueues(),
                        settings.rxDescriptors(),
                        settings.txDescriptors(),
                        pool.address(),
                        settings.mtuBytes(),
                        settings.promiscuous() ? 1 : 0),
                "port " + name + " could not start");
        return new EthernetPort(number, name);
    }

    public String name() {
        return name;
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
    public int exchange(int queue, Burst out, Burst in) {
        long counts =
                DpdkLibrary.ll_exchange(number, queue, out.address(), out.size(), in.address());
        in.setSize((int) counts);
        return (int) (counts >>> 32);
    }

    /** MAC address, low 48 bits. */
    public long mac() {
        long mac = DpdkLibrary.ll_port_mac(number);
        DpdkException.check((int) Math.min(mac, 0), "port " + name + " tells no MAC address");
        return mac;
    }

    public LinkState link() {
        long link = DpdkLibrary.ll_port_link(number);
        DpdkException.check((int) Math.min(link, 0), "port " + name + " tells no link state");
        return new LinkState((link >> 32 & 1) != 0, (link >> 33 & 1) != 0, link & 0xFFFFFFFFL);
    }

    public PortStatistics statistics() {
        long values = Memory.allocate(STATISTICS * 8L);
        try {
            DpdkException.check(
                    DpdkLibrary.ll_port_statistics(number, values),
                    "port " + name + " tells no counters");
            return new PortStatistics(
                    Memory.getNativeLong(values),
                    Memory.getNativeLong(values + 8),
                    Memory.getNativeLong(values + 16),
                    Memory.getNativeLong(values + 24),
                    Memory.getNativeLong(values + 32),
                    Memory.getNativeLong(values + 40),
                    Memory.getNativeLong(values + 48),
                    Memory.getNativeLong(values + 56));
        } finally {
            Memory.free(values);
        }
    }

    /** The driver's own counters by their names, in the driver's order. */
    public Map<String, Long> extendedStatistics() {
        int count =
                DpdkException.check(
                        DpdkLibrary.ll_port_xstat_names(number, 0, 0),
                        "port " + name + " tells no counters");
        long names = Memory.allocate((long) count * XSTAT_NAME_BYTES + 1);
        long values = Memory.allocate(count * 8L + 1);
        try {
            int named = DpdkLibrary.ll_port_xstat_names(number, names, count);
            int valued = DpdkLibrary.ll_port_xstat_values(number, values, count);
            Map<String, Long> statistics = new LinkedHashMap<>();
            for (int i = 0; i < Math.min(count, Math.min(named, valued)); i++) {
                statistics.put(
                        text(names + (long) i * XSTAT_NAME_BYTES),
                        Memory.getNativeLong(values + 8L * i));
            }
            return statistics;
        } finally {
            Memory.free(names);
            Memory.free(values);
        }
    }

    /**
     * The NIC's own pause engine.
     *
     * @throws DpdkException where the driver has none
     */
    public LinkPause linkPause() {
        long values = Memory.allocate(FLOW_CONTROL_VALUES * 4L);
        try {
            DpdkException.check(
                    DpdkLibrary.ll_flow_control_get(number, values),
                    "port " + name + " tells no pause settings");
            return new LinkPause(
                    Memory.getNativeInt(values),
                    Memory.getNativeInt(values + 4),
                    Memory.getNativeInt(values + 8),
                    Memory.getNativeInt(values + 12),
                    Memory.getNativeInt(values + 16) != 0,
                    Memory.getNativeInt(values + 20) != 0,
                    Memory.getNativeInt(values + 24) != 0);
        } finally {
            Memory.free(values);
        }
    }

    /**
     * Sets the NIC's own pause engine.
     *
     * @throws DpdkException where the driver has none
     */
    public void setLinkPause(LinkPause pause) {
        long values = Memory.allocate(FLOW_CONTROL_VALUES * 4L);
        try {
            Memory.putNativeInt(values, pause.mode());
            Memory.putNativeInt(values + 4, pause.highWater());
            Memory.putNativeInt(values + 8, pause.lowWater());
            Memory.putNativeInt(values + 12, pause.pauseQuanta());
            Memory.putNativeInt(values + 16, pause.sendsXon() ? 1 : 0);
            Memory.putNativeInt(values + 20, pause.forwardsControl() ? 1 : 0);
            Memory.putNativeInt(values + 24, pause.negotiates() ? 1 : 0);
            DpdkException.check(
                    DpdkLibrary.ll_flow_control_set(number, values),
                    "port " + name + " refuses the pause settings");
        } finally {
            Memory.free(values);
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
        Memory.read(address, field, 0, XSTAT_NAME_BYTES);
        int end = 0;
        while (end < field.length && field[end] != 0) {
            end++;
        }
        return new String(field, 0, end, StandardCharsets.UTF_8);
    }
}

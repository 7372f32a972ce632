package io.losslab.driver.bfrt;

import io.losslab.proto.bfrt.Update;
import java.util.List;
import java.util.Map;

/**
 * The ports of a Tofino: speed, FEC, enable, PFC at the MAC, MAC counters. Every setting is read
 * back.
 */
public final class PortTable {
    static final String PORT = "$PORT";
    private static final String STATISTICS = "$PORT_STAT";
    private static final String BY_NAME = "$PORT_STR_INFO";

    private final BfRtClient client;

    /** The ports behind a client that is bound. */
    public PortTable(BfRtClient client) {
        this.client = client;
    }

    /** Number of a front-panel port such as {@code 1/0} on the chip. */
    public int devPort(String frontPanel) {
        return (int)
                client.read(BfRtClient.ALL_PIPES, BY_NAME, Map.of("$PORT_NAME", frontPanel))
                        .number("$DEV_PORT");
    }

    /**
     * Adds a port, or changes it, and turns it on.
     *
     * @param speed such as {@code BF_SPEED_100G}
     * @param fec such as {@code BF_FEC_TYP_RS}
     */
    public void enable(int devPort, String speed, String fec) {
        client.set(
                BfRtClient.ALL_PIPES,
                Update.Type.INSERT_OR_MODIFY,
                PORT,
                enabled(devPort, speed, fec));
    }

    /** Turns a port off; it stays as it is otherwise. */
    public void disable(int devPort) {
        client.set(
                BfRtClient.ALL_PIPES,
                Update.Type.MODIFY,
                PORT,
                at(devPort).with("$PORT_ENABLE", false));
    }

    /**
     * Sets PFC at the MAC.
     *
     * @param sent bit i: PFC frames for priority i are sent
     * @param obeyed bit i: PFC frames for priority i are obeyed
     */
    public void setPfc(int devPort, int sent, int obeyed) {
        client.set(BfRtClient.ALL_PIPES, Update.Type.MODIFY, PORT, pfc(devPort, sent, obeyed));
    }

    /** Whether the link of a port is up. */
    public boolean isUp(int devPort) {
        return Boolean.TRUE.equals(row(PORT, devPort).data().get("$PORT_UP"));
    }

    /** All ports that have been added, with everything the device tells of them. */
    public List<TableRow> all() {
        return client.readAll(BfRtClient.ALL_PIPES, PORT);
    }

    /** MAC counters of a port, by the names of the device. */
    public Map<String, Object> statistics(int devPort) {
        return row(STATISTICS, devPort).data();
    }

    static TableRow enabled(int devPort, String speed, String fec) {
        return at(devPort).with("$SPEED", speed).with("$FEC", fec).with("$PORT_ENABLE", true);
    }

    /** The MAC hands what it is to send to its own receiving side. */
    static TableRow looped(int devPort, String speed, String fec) {
        return enabled(devPort, speed, fec).with("$LOOPBACK_MODE", "BF_LPBK_MAC_NEAR");
    }

    static TableRow pfc(int devPort, int sent, int obeyed) {
        return at(devPort)
                .with("$TX_PFC_EN_MAP", (long) sent)
                .with("$RX_PFC_EN_MAP", (long) obeyed);
    }

    private TableRow row(String table, int devPort) {
        return client.read(BfRtClient.ALL_PIPES, table, at(devPort).key());
    }

    private static TableRow at(int devPort) {
        return TableRow.at(Map.of("$DEV_PORT", (long) devPort));
    }
}

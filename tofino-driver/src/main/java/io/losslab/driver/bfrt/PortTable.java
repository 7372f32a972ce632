package io.losslab.driver.bfrt;

import io.losslab.driver.bfrt.table.TableRow;
import java.util.Map;

/** The ports of a Tofino as rows of their fixed table: speed, FEC, enable, PFC at the MAC. */
final class PortTable {
    static final String PORT = "$PORT";

    private PortTable() {}

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

    private static TableRow at(int devPort) {
        return TableRow.at(Map.of("$DEV_PORT", (long) devPort));
    }
}

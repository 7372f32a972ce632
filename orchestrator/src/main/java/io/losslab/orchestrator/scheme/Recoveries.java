package io.losslab.orchestrator.scheme;

import io.losslab.flowcontrol.Setting;
import java.util.List;

/** The ways in which hosts send lost packets again. */
final class Recoveries {
    private Recoveries() {}

    static List<NamedSettings> all() {
        return List.of(goBackN(), irn());
    }

    private static NamedSettings goBackN() {
        return new NamedSettings(
                "goBackN",
                "Go-Back-N: the receiver drops what is out of order, the sender goes back to the gap",
                List.of(
                        Setting.time(
                                "retransmitTimeout",
                                "10ms",
                                "resend after so long without progress"),
                        Setting.time(
                                "renackInterval",
                                "500us",
                                "a gap that stays is reported again after so long")));
    }

    private static NamedSettings irn() {
        return new NamedSettings(
                "irn",
                "IRN: the receiver keeps what is out of order, the sender resends only what is lost",
                List.of(
                        Setting.integer(
                                "cap",
                                Setting.AUTO,
                                "packets in flight; auto is the path's bandwidth-delay product"),
                        Setting.time("rtoLow", "100us", "timeout while few packets are in flight"),
                        Setting.time("rtoHigh", "320us", "timeout otherwise"),
                        Setting.integer(
                                "lowPackets",
                                "3",
                                "rtoLow holds below so many packets in flight")));
    }
}

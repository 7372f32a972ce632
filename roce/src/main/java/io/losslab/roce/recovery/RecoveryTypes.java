package io.losslab.roce.recovery;

import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.named.Bounds;
import io.losslab.roce.named.NamedType;
import java.util.List;

/** The registry: every way of recovery that is set by name. */
public final class RecoveryTypes {
    private static final NamedType<Recovery> GO_BACK_N =
            new NamedType<>(
                    "goBackN",
                    "Go-Back-N: drop out-of-order packets and retransmit them all",
                    List.of(
                            Setting.time(
                                    "retransmitTimeout",
                                    "10ms",
                                    "retransmission timeout (PortFC); should be longer than the"
                                            + " bottleneck takes to send what is outstanding"),
                            Setting.time(
                                    GoBackN.RENACK_INTERVAL,
                                    Setting.AUTO,
                                    "interval between NAKs for the same missing packet; 0: one NAK"
                                            + " per gap; auto: 500 us, or twice the traffic's"
                                            + " longest round-trip time if that is longer")),
                    RecoveryTypes::goBackN);

    private static final NamedType<Recovery> IRN =
            new NamedType<>(
                    "irn",
                    "IRN: keep out-of-order packets and retransmit only lost ones (SIGCOMM 2018)",
                    List.of(
                            Setting.integer(
                                    "cap",
                                    Setting.AUTO,
                                    "maximum packets in flight; auto: rate of the path's slowest"
                                            + " link times round-trip time"),
                            Setting.time(
                                    "rtoLow",
                                    "100us",
                                    "timeout with few packets in flight (PortFC)"),
                            Setting.time(
                                    "rtoHigh",
                                    "320us",
                                    "timeout with more packets in flight (PortFC)"),
                            Setting.integer(
                                    "lowPackets",
                                    "3",
                                    "N: up to this many packets are few (PortFC)"),
                            Setting.integer(
                                    "reordering",
                                    "0",
                                    "NACKs in a row that do not yet count as a loss; for switches"
                                            + " that balance packets")),
                    settings ->
                            new Irn(
                                    settings.isAuto("cap") ? 0 : Bounds.count("cap", settings),
                                    settings.whole("rtoLow"),
                                    settings.whole("rtoHigh"),
                                    Bounds.count("lowPackets", settings),
                                    Bounds.count("reordering", settings)));

    public static final List<NamedType<Recovery>> ALL = List.of(GO_BACK_N, IRN);

    private RecoveryTypes() {}

    private static GoBackN goBackN(Settings given) {
        Settings settings = given.resolve(GoBackN.RENACK_INTERVAL, GoBackN.renackNanos(0));
        return new GoBackN(
                settings.whole("retransmitTimeout"), settings.whole(GoBackN.RENACK_INTERVAL));
    }
}

package io.losslab.roce.recovery;

import io.losslab.flowcontrol.Setting;
import io.losslab.roce.named.NamedType;
import java.util.List;

/** The registry: every way of recovery that is set by name. */
public final class RecoveryTypes {
    private static final NamedType<Recovery> GO_BACK_N =
            new NamedType<>(
                    "goBackN",
                    "Go-Back-N: drop what is out of order, send all of it again",
                    List.of(
                            Setting.time(
                                    "retransmitTimeout",
                                    "10ms",
                                    "goes back without progress for so long (PortFC)"),
                            Setting.time(
                                    "renackInterval",
                                    "500us",
                                    "asks again for a packet still missing; 0 for once a gap")),
                    settings ->
                            new GoBackN(
                                    settings.whole("retransmitTimeout"),
                                    settings.whole("renackInterval")));

    private static final NamedType<Recovery> IRN =
            new NamedType<>(
                    "irn",
                    "IRN: keep what is out of order, send the holes again (SIGCOMM 2018)",
                    List.of(
                            Setting.integer(
                                    "cap",
                                    Setting.AUTO,
                                    "packets in flight at most; auto: line rate times round trip"),
                            Setting.time("rtoLow", "100us", "timeout with few in flight (PortFC)"),
                            Setting.time("rtoHigh", "320us", "timeout with more (PortFC)"),
                            Setting.integer("lowPackets", "3", "N: how many are few (PortFC)")),
                    settings ->
                            new Irn(
                                    settings.isAuto("cap")
                                            ? 0
                                            : Math.toIntExact(settings.whole("cap")),
                                    settings.whole("rtoLow"),
                                    settings.whole("rtoHigh"),
                                    Math.toIntExact(settings.whole("lowPackets"))));

    public static final List<NamedType<Recovery>> ALL = List.of(GO_BACK_N, IRN);

    private RecoveryTypes() {}
}

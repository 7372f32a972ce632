package io.losslab.roce.recovery;

import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.SettingDefaults;
import io.losslab.flowcontrol.Settings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The registry: every way of recovery that is set by name. */
public final class RecoveryTypes {
    /**
     * A way of recovery as users name it.
     *
     * @param name in experiment files
     * @param title one line for lists
     * @param settings its keys
     * @param maker from settings that have every key
     */
    public record Type(
            String name, String title, List<Setting> settings, Function<Settings, Recovery> maker) {
        public Type {
            settings = List.copyOf(settings);
        }

        /**
         * Makes it from what is given and defaults.
         *
         * @throws IllegalArgumentException on unknown keys and values that cannot be
         */
        public Recovery make(Settings given) {
            return maker.apply(SettingDefaults.complete(name, settings, given));
        }
    }

    private static final Type GO_BACK_N =
            new Type(
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

    private static final Type IRN =
            new Type(
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

    private static final List<Type> ALL = List.of(GO_BACK_N, IRN);

    private RecoveryTypes() {}

    public static List<Type> all() {
        return ALL;
    }

    public static Optional<Type> find(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }
}

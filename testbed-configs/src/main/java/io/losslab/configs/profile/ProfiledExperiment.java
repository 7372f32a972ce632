package io.losslab.configs.profile;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.HostSettings;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.experiment.Setup;
import io.losslab.flowcontrol.hardware.HardwareScheme;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An experiment as a probed lab would run it: PFC of all ports, the switches' memory, and the
 * hosts' reaction are what a profile says. What the profile does not say stays the experiment's.
 */
public final class ProfiledExperiment {
    private static final HardwareScheme PFC = SchemeTypes.IN_HARDWARE;

    private ProfiledExperiment() {}

    /** The experiment with a profile in force in all its cells. */
    public static Experiment of(Experiment experiment, Profile profile) {
        List<Cell> cells =
                experiment.cells().stream()
                        .map(cell -> cell.with(setup(cell.setup(), profile)))
                        .toList();
        return experiment.with(notes(profile) + experiment.notes(), cells);
    }

    private static Setup setup(Setup setup, Profile profile) {
        HostSettings hosts =
                profile.pauseReaction().map(setup.hosts()::reactingAfter).orElse(setup.hosts());
        List<PortControl> controls =
                setup.controls().stream().map(control -> control(control, profile)).toList();
        return setup.with(
                hosts,
                controls,
                profile.sharedBuffer().isPresent() ? profile.sharedBuffer() : setup.sharedBuffer());
    }

    private static PortControl control(PortControl control, Profile profile) {
        return control.type().name().equals(PFC.name())
                ? control.with(settings(control, profile.pfc()))
                : control;
    }

    /**
     * The keys of the profile, then those of the experiment that go with them. Without a word on
     * the threshold, one in bytes is static.
     */
    private static Settings settings(PortControl control, Settings measured) {
        Settings both = control.settings();
        for (Setting key : PFC.settings()) {
            if (measured.has(key.key())) {
                both = both.with(key.key(), measured.text(key.key()));
            } else if (!both.has(key.key())) {
                both = both.with(key.key(), Setting.AUTO);
            }
        }
        if (!measured.has(PfcKeys.THRESHOLD) && measured.has(PfcKeys.XOFF)) {
            both = both.with(PfcKeys.THRESHOLD, PfcKeys.STATIC);
        }
        if (both.has(PfcKeys.XON)
                && both.has(PfcKeys.XOFF)
                && both.whole(PfcKeys.XON) > both.whole(PfcKeys.XOFF)) {
            both = both.with(PfcKeys.XON, both.whole(PfcKeys.XOFF));
        }
        return PFC.resolve(both, control.profile());
    }

    private static String notes(Profile profile) {
        Map<String, String> values = new LinkedHashMap<>(profile.pfc().printed(PFC.settings()));
        profile.sharedBuffer().ifPresent(size -> values.put("sharedBuffer", size.toString()));
        profile.pauseReaction().ifPresent(time -> values.put("pauseReaction", time.toString()));
        return "With the profile %s instead of the experiment's own: %s.%n%n"
                .formatted(
                        profile.name(),
                        values.entrySet().stream()
                                .map(each -> each.getKey() + " " + each.getValue())
                                .collect(Collectors.joining(", ")));
    }
}

package io.losslab.configs.profile;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Numbers;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.scheme.NamedSettings;
import io.losslab.configs.scheme.SettingsReader;
import io.losslab.flowcontrol.registry.SchemeTypes;
import java.util.List;

/** Keys of profile files. */
public final class ProfileSections {
    private static final int HIGHEST_CLASS = 7;

    static final Key<String> NAME = Key.required("profile", Type.WORD, "Name of the profile.");
    static final Key<String> DEVICE = Key.required("switch", Type.WORD, "Switch that was probed.");
    static final Key<String> FROM = Key.required("from", Type.WORD, "Host that sent.");
    static final Key<String> TO =
            Key.required("to", Type.WORD, "Host that received and stopped the switch's port.");
    static final Key<Long> CLASS =
            Key.required("class", Numbers.whole(0, HIGHEST_CLASS), "Class that was probed.");
    static final Key<DataRate> FROM_SPEED =
            Key.required("fromSpeed", Type.RATE, "Speed of the sender's port.");
    static final Key<DataRate> TO_SPEED =
            Key.required("toSpeed", Type.RATE, "Speed of the receiver's port.");

    /** The keys of the scheme, of which a profile has those that were determined. */
    static final Section PFC = SettingsReader.section(NamedSettings.of(SchemeTypes.IN_HARDWARE));

    static final Key<Fields> PFC_SETTINGS = PFC.key();
    static final Key<DataSize> SHARED_BUFFER =
            Key.optional(
                    "sharedBuffer",
                    Type.SIZE_ABOVE_ZERO,
                    "Buffer that a dynamic threshold is a share of, without headroom.");
    static final Key<Nanos> PAUSE_REACTION =
            Key.optional(
                    "pauseReaction", Type.TIME, "Time from a pause to the last frame of the host.");

    static final Key<String> WHAT = Key.required("what", Type.WORD, "Name of the quantity.");
    static final Key<DataSize> FRAME =
            Key.optional("frame", Type.SIZE, "Frames it was measured with, MAC header to FCS.");
    static final Key<Double> LEAST =
            Key.required("least", Numbers.ratio(), "Smallest value that agrees with all samples.");
    static final Key<Double> MOST =
            Key.required("most", Numbers.ratio(), "Largest value that agrees with all samples.");
    static final Key<String> UNIT =
            Key.required("unit", Type.words(Measurement.UNITS), "Unit of the values.");
    static final Key<Long> SAMPLES =
            Key.required("samples", Numbers.whole(1, Integer.MAX_VALUE), "Number of samples.");
    static final Section MEASUREMENT =
            Section.of(
                    "measurement",
                    "a measurement",
                    "A quantity that was measured.",
                    WHAT,
                    FRAME,
                    LEAST,
                    MOST,
                    UNIT,
                    SAMPLES);

    static final Key<String> BECAUSE = Key.required("because", Type.TEXT, "The reason.");
    static final Section MISSING =
            Section.of(
                    "missing",
                    "a quantity that was not determined",
                    "A quantity that was not determined.",
                    WHAT,
                    BECAUSE);

    static final Key<List<Fields>> MEASUREMENTS =
            Key.optional("measurements", Type.listOf(MEASUREMENT.type()), "All that was measured.");
    static final Key<List<Fields>> NOT_DETERMINED =
            Key.optional(
                    "notDetermined", Type.listOf(MISSING.type()), "All that was not determined.");

    /** The whole file. */
    public static final Section PROFILE =
            Section.of(
                    "profile",
                    "a profile",
                    "What 'losslab testbed probe' measured of a switch port and a NIC.",
                    NAME,
                    DEVICE,
                    FROM,
                    TO,
                    CLASS,
                    FROM_SPEED,
                    TO_SPEED,
                    PFC_SETTINGS,
                    SHARED_BUFFER,
                    PAUSE_REACTION,
                    MEASUREMENTS,
                    NOT_DETERMINED);

    private ProfileSections() {}
}

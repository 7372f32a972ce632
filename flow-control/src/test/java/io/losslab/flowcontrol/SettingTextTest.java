package io.losslab.flowcontrol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Settings of every registered scheme, as files write them and as they travel. */
class SettingTextTest {
    /** Settings of schemes that have keys without a default. */
    private static final Map<String, Settings> NEEDED =
            Map.of(
                    "pfc", Settings.NONE.with("xoff", 6_000_000),
                    "bifrost", Settings.NONE.with("slot", 10_000));

    /** What traffic and seed of a cell decide, not the link. */
    private static final Map<String, Long> OF_CELL =
            Map.of(Setting.PRIORITIES, 8L, Setting.SEED, 1L);

    @Property(tries = 200)
    void printedValuesAreReadBack(
            @ForAll @LongRange(min = 1, max = 1_000_000_000_000_000L) long value,
            @ForAll @IntRange(min = 1, max = 255) int mask) {
        for (SchemeType type : SchemeTypes.all()) {
            for (Setting setting : type.settings()) {
                boolean priorities = setting.kind() == Setting.Kind.PRIORITIES;
                String inBaseUnits = Long.toString(priorities ? mask : value);
                String printed = setting.kind().print(inBaseUnits);
                assertEquals(
                        inBaseUnits,
                        setting.kind().inBaseUnits(printed),
                        () -> type.name() + " " + setting.key() + ": " + printed);
            }
        }
    }

    @Test
    void defaultsAreWrittenAsTheyArePrinted() {
        for (SchemeType type : SchemeTypes.all()) {
            for (Setting setting : type.settings()) {
                String inBaseUnits = setting.defaultInBaseUnits();
                if (setting.required() || inBaseUnits.equals(Setting.AUTO)) {
                    continue;
                }
                assertEquals(
                        inBaseUnits,
                        setting.kind().inBaseUnits(setting.kind().print(inBaseUnits)),
                        () -> type.name() + " " + setting.key());
            }
        }
    }

    @Test
    void resolvedSettingsArePrintedWholeAndStayAsTheyAre() {
        for (SchemeType type : SchemeTypes.all()) {
            Settings given = NEEDED.getOrDefault(type.name(), Settings.NONE);
            for (Setting setting : type.settings()) {
                if (OF_CELL.containsKey(setting.key())) {
                    given = given.with(setting.key(), OF_CELL.get(setting.key()));
                }
            }
            Settings resolved = resolved(type, given);
            assertEquals(
                    resolved.values().keySet(),
                    new TreeSet<>(resolved.printed(type.settings()).keySet()),
                    type.name());
            assertEquals(resolved, resolved(type, resolved), type.name());
            for (Setting setting : type.settings()) {
                boolean aWord = setting.choices().contains(Setting.AUTO);
                assertTrue(aWord || !resolved.isAuto(setting.key()), type.name() + setting.key());
            }
        }
    }

    /** The other end of the link has to end pauses as the scheme that sends them expects. */
    @Test
    void whoeverTakesATimerOfPausesTellsTheOtherEnd() {
        int takers = 0;
        for (SchemeType type : SchemeTypes.all()) {
            if (type.settings().stream().anyMatch(each -> each.key().equals(PfcKeys.TIMER))) {
                takers++;
                Settings settings = Settings.NONE.with(PfcKeys.TIMER, "untilResume");
                assertEquals(
                        Optional.of(PauseTimer.UNTIL_RESUME),
                        type.pauseTimer(settings),
                        type.name());
            }
        }
        assertEquals(6, takers);
    }

    private static Settings resolved(SchemeType type, Settings given) {
        return type.resolve(
                SettingDefaults.complete(type.name(), type.settings(), given),
                new LinkProfile(100_000_000_000L, 400_000, 4_174));
    }
}

package io.losslab.configs.scheme;

import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.named.NamedType;
import java.util.List;
import java.util.function.Function;

/**
 * Something that experiment files set by its name.
 *
 * @param name its key, lowerCamelCase
 * @param title one line for lists
 * @param settings its keys, in the order they are listed
 * @param contradictions what settings that have every key contradict among themselves
 */
public record NamedSettings(
        String name,
        String title,
        List<Setting> settings,
        Function<Settings, List<SettingProblem>> contradictions) {
    public NamedSettings {
        settings = List.copyOf(settings);
    }

    /** What files can say of a scheme. */
    public static NamedSettings of(SchemeType type) {
        return new NamedSettings(type.name(), type.title(), type.settings(), type::contradictions);
    }

    /** What files can say of a recovery or a congestion control. */
    static NamedSettings of(NamedType<?> type) {
        return new NamedSettings(type.name(), type.title(), type.settings(), type.contradictions());
    }
}

package io.losslab.roce.named;

import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One of several things that users choose by name and set by keys.
 *
 * @param <T> what it becomes once it is set
 * @param name in experiment files
 * @param title one line for lists
 * @param settings its keys
 * @param maker from settings that have every key
 * @param contradictions what settings that have every key contradict among themselves
 */
public record NamedType<T>(
        String name,
        String title,
        List<Setting> settings,
        Function<Settings, T> maker,
        Function<Settings, List<SettingProblem>> contradictions) {
    public NamedType {
        settings = List.copyOf(settings);
    }

    /** One whose settings fit together whatever they are. */
    public NamedType(
            String name, String title, List<Setting> settings, Function<Settings, T> maker) {
        this(name, title, settings, maker, any -> List.of());
    }

    /** The one of a name. */
    public static <T> Optional<NamedType<T>> find(List<NamedType<T>> types, String name) {
        return types.stream().filter(type -> type.name().equals(name)).findFirst();
    }

    /**
     * Makes it from what is given and defaults.
     *
     * @throws IllegalArgumentException on unknown keys and invalid values
     */
    public T make(Settings given) {
        return maker.apply(SettingDefaults.complete(name, settings, given));
    }
}

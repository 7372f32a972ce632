package io.losslab.configs.profile;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.scheme.SettingsReader;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Reading;
import io.losslab.configs.yaml.YamlDocument;
import io.losslab.flowcontrol.setting.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads profile files. */
public final class ProfileReader {
    private ProfileReader() {}

    /**
     * Reads a profile.
     *
     * @param problems takes all that is wrong, warnings too
     * @return empty where an error was found
     */
    public static Optional<Profile> read(String file, Problems problems) {
        Optional<Profile> profile =
                YamlDocument.read(Path.of(file), file, problems)
                        .flatMap(
                                document ->
                                        ProfileSections.PROFILE.read(
                                                document.root(new Reading(problems))))
                        .flatMap(ProfileReader::profile);
        return problems.hasErrors() ? Optional.empty() : profile;
    }

    /** Whether a file holds a profile: it has the key {@code profile}. */
    public static boolean isProfile(String file) {
        Problems ignored = new Problems();
        return YamlDocument.read(Path.of(file), file, ignored)
                .map(document -> document.root(new Reading(ignored)))
                .filter(root -> root.has(ProfileSections.NAME.name()))
                .isPresent();
    }

    private static Optional<Profile> profile(Fields map) {
        List<Fields> measurements = sound(map, ProfileSections.MEASUREMENTS);
        List<Fields> notDetermined = sound(map, ProfileSections.NOT_DETERMINED);
        if (!map.isSound()) {
            return Optional.empty();
        }
        Optional<Settings> pfc =
                map.has(ProfileSections.PFC_SETTINGS)
                        ? map.get(ProfileSections.PFC_SETTINGS).flatMap(ProfileReader::written)
                        : Optional.of(Settings.NONE);
        return pfc.map(
                settings ->
                        new Profile(
                                map.value(ProfileSections.NAME),
                                map.value(ProfileSections.DEVICE),
                                map.value(ProfileSections.FROM),
                                map.value(ProfileSections.TO),
                                map.value(ProfileSections.CLASS).intValue(),
                                map.value(ProfileSections.FROM_SPEED),
                                map.value(ProfileSections.TO_SPEED),
                                settings,
                                map.get(ProfileSections.SHARED_BUFFER),
                                map.get(ProfileSections.PAUSE_REACTION),
                                measurements.stream().map(ProfileReader::measurement).toList(),
                                notDetermined.stream().map(ProfileReader::missing).toList()));
    }

    /** The items of a list that are right; reports the others. */
    private static List<Fields> sound(Fields map, Key<List<Fields>> key) {
        return map.get(key).stream().flatMap(List::stream).filter(Fields::isSound).toList();
    }

    /** What the file says, without defaults for what it leaves out. */
    private static Optional<Settings> written(Fields map) {
        return SettingsReader.read(map)
                .map(
                        all -> {
                            Map<String, String> values = new HashMap<>(all.values());
                            map.section().keys().stream()
                                    .filter(key -> !map.has(key))
                                    .forEach(key -> values.remove(key.name()));
                            return new Settings(values);
                        });
    }

    private static Measurement measurement(Fields map) {
        return new Measurement(
                map.value(ProfileSections.WHAT),
                map.get(ProfileSections.FRAME).map(size -> (int) size.bytes()).orElse(0),
                map.value(ProfileSections.LEAST),
                Math.max(map.value(ProfileSections.LEAST), map.value(ProfileSections.MOST)),
                map.value(ProfileSections.UNIT),
                map.value(ProfileSections.SAMPLES).intValue());
    }

    private static NotDetermined missing(Fields map) {
        return new NotDetermined(
                map.value(ProfileSections.WHAT), map.value(ProfileSections.BECAUSE));
    }
}

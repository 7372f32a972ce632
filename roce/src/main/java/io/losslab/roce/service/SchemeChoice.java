package io.losslab.roce.service;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.NamedScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A scheme of a port as controllers and devices tell each other of it, by name and keys.
 *
 * @param settings resolved for the port's link
 */
public record SchemeChoice(SchemeType type, Settings settings) {
    /**
     * A scheme as a message has it, which was checked before.
     *
     * @throws IllegalArgumentException where there is no such scheme
     */
    public static SchemeChoice of(NamedScheme message) {
        SchemeType type =
                SchemeTypes.find(message.getName()).orElseThrow(() -> unknown(message.getName()));
        return new SchemeChoice(type, new Settings(message.getSettingsMap()));
    }

    /**
     * Reads a message, gives the keys that it leaves out their defaults, and checks them all.
     *
     * @param port where the scheme is to run, for messages
     * @param bufferBytes packet memory that the device will have
     * @throws IllegalArgumentException where there is no such scheme, or its settings cannot be
     */
    public static SchemeChoice checked(
            int port, NamedScheme message, LinkProfile link, long bufferBytes) {
        SchemeChoice sent = of(message);
        try {
            SchemeType type = sent.type;
            Settings given = SettingDefaults.complete(type.name(), type.settings(), sent.settings);
            refuse(type.contradictions(given));
            Settings resolved = type.resolve(given, link);
            requireComplete(type, resolved);
            refuse(type.problems(resolved, link, bufferBytes));
            return new SchemeChoice(type, resolved);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "port %d, %s: %s".formatted(port, message.getName(), e.getMessage()), e);
        }
    }

    /** The message that {@link #of} reads. */
    public NamedScheme message() {
        return message(type.name(), settings);
    }

    /** A message of whatever has a name and settings. */
    public static NamedScheme message(String name, Settings settings) {
        return NamedScheme.newBuilder().setName(name).putAllSettings(settings.values()).build();
    }

    private static void refuse(List<SettingProblem> problems) {
        List<String> fatal = new ArrayList<>();
        for (SettingProblem problem : problems) {
            if (problem.fatal()) {
                String field = problem.field().isEmpty() ? "" : problem.field() + ": ";
                String expected =
                        problem.expected().isEmpty() ? "" : "; expected " + problem.expected();
                fatal.add(field + problem.message() + expected);
            }
        }
        if (!fatal.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", fatal));
        }
    }

    private static void requireComplete(SchemeType type, Settings resolved) {
        for (Setting key : type.settings()) {
            if (key.kind() != Setting.Kind.CHOICE && resolved.isAuto(key.key())) {
                throw new IllegalArgumentException(
                        "the setting '%s' is missing".formatted(key.key()));
            }
        }
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException(
                "no scheme is named '%s'; this device has %s"
                        .formatted(
                                name,
                                SchemeTypes.all().stream()
                                        .map(SchemeType::name)
                                        .collect(Collectors.joining(", "))));
    }
}

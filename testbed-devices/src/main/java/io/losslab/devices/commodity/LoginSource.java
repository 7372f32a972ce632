package io.losslab.devices.commodity;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.testbed.file.TestbedSections;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.gnmi.GnmiLogin;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Where the user and the password of a gNMI server are found. They are looked up when a device is
 * reached, and are no part of it.
 *
 * @param user its name; empty: in {@code userVariable}
 * @param userVariable environment variable
 * @param passwordFile whose first line is the password; empty: in {@code passwordVariable}
 * @param passwordVariable environment variable
 */
record LoginSource(
        Optional<String> user,
        Optional<String> userVariable,
        Optional<Path> passwordFile,
        Optional<String> passwordVariable) {
    static final Key<String> USER = Key.optional("user", Type.WORD, "User name.").like("losslab");
    static final Key<String> USER_VARIABLE =
            Key.optional("userVariable", Type.WORD, "Environment variable that has the user name.")
                    .like("EOS_USER");
    static final Key<String> PASSWORD_FILE =
            Key.optional(
                    "passwordFile", TestbedSections.FILE, "File whose first line is the password.");
    static final Key<String> PASSWORD_VARIABLE =
            Key.optional(
                            "passwordVariable",
                            Type.WORD,
                            "Environment variable that has the password.")
                    .like("EOS_PASSWORD");
    static final Section LOGIN =
            Section.of(
                            "login",
                            "login",
                            "User and password of its gNMI server; never in the file itself.",
                            USER,
                            USER_VARIABLE,
                            PASSWORD_FILE,
                            PASSWORD_VARIABLE)
                    .withOneOf(USER, USER_VARIABLE)
                    .withOneOf(PASSWORD_FILE, PASSWORD_VARIABLE);

    /** What a testbed file says. */
    static LoginSource read(Fields fields, Function<String, Path> path) {
        return new LoginSource(
                fields.get(USER),
                fields.get(USER_VARIABLE),
                fields.get(PASSWORD_FILE).map(path),
                fields.get(PASSWORD_VARIABLE));
    }

    /** As a testbed file would give it: YAML. */
    String written() {
        List<String> keys = new ArrayList<>();
        user.ifPresent(name -> keys.add(written(USER, name)));
        userVariable.ifPresent(name -> keys.add(written(USER_VARIABLE, name)));
        passwordFile.ifPresent(file -> keys.add(written(PASSWORD_FILE, file)));
        passwordVariable.ifPresent(name -> keys.add(written(PASSWORD_VARIABLE, name)));
        return "{%s}".formatted(String.join(", ", keys));
    }

    private static String written(Key<?> key, Object value) {
        return "%s: '%s'".formatted(key.name(), value.toString().replace("'", "''"));
    }

    /**
     * Looks them up.
     *
     * @param device name of the device
     * @param environment gives the value of a variable, or null
     * @throws CommandFailure where one is not there
     */
    GnmiLogin open(String device, UnaryOperator<String> environment) {
        String name =
                user.orElseGet(() -> variable(device, userVariable.orElseThrow(), environment));
        String password =
                passwordFile.isPresent()
                        ? firstLine(device, passwordFile.get())
                        : variable(device, passwordVariable.orElseThrow(), environment);
        try {
            return new GnmiLogin(name, password);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(
                    "%s: %s".formatted(device, e.getMessage()), "correct 'login' of " + device, e);
        }
    }

    private static String variable(String device, String name, UnaryOperator<String> environment) {
        String value = environment.apply(name);
        if (value == null || value.isEmpty()) {
            throw CommandFailure.usage(
                    "%s: environment variable %s of its login is not set".formatted(device, name),
                    "set it, and start losslab again");
        }
        return value;
    }

    private static String firstLine(String device, Path file) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            String first = lines.readLine();
            return first == null ? "" : first;
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "%s: password file %s of its login cannot be read".formatted(device, file),
                    "write the password in its first line",
                    e);
        }
    }
}

package io.losslab.orchestrator.pack;

import io.losslab.configs.yaml.Spelling;
import io.losslab.devices.failure.CommandFailure;
import java.util.Map;
import java.util.TreeMap;

/**
 * The licence of results.
 *
 * @param url where it stands
 * @param name for users
 */
record Licence(String url, String name) {
    /** Of losslab. */
    static final Licence APACHE = spdx("Apache-2.0", "Apache License 2.0");

    /** Common ones by their SPDX identifiers. */
    private static final Map<String, Licence> COMMON =
            new TreeMap<>(
                    Map.of(
                            "Apache-2.0",
                            APACHE,
                            "CC-BY-4.0",
                            spdx("CC-BY-4.0", "Creative Commons Attribution 4.0 International"),
                            "CC-BY-SA-4.0",
                            spdx(
                                    "CC-BY-SA-4.0",
                                    "Creative Commons Attribution Share Alike 4.0 International"),
                            "CC0-1.0",
                            spdx("CC0-1.0", "Creative Commons Zero v1.0 Universal"),
                            "MIT",
                            spdx("MIT", "MIT License"),
                            "ODbL-1.0",
                            spdx("ODbL-1.0", "Open Data Commons Open Database License v1.0")));

    private static Licence spdx(String id, String name) {
        return new Licence("https://spdx.org/licenses/" + id, name);
    }

    /**
     * Reads what a user gives.
     *
     * @param text an SPDX identifier of a common licence, or an https URL
     * @throws CommandFailure where it is neither
     */
    static Licence parse(String text) {
        if (text.matches("https://\\S+")) {
            return new Licence(text, text);
        }
        Licence common = COMMON.get(text);
        if (common == null) {
            String meant = Spelling.didYouMean(text, COMMON.keySet());
            throw CommandFailure.usage(
                    "unknown licence '%s'; expected one of %s, or the https URL of another"
                            .formatted(text, String.join(", ", COMMON.keySet())),
                    meant);
        }
        return common;
    }
}

package io.losslab.orchestrator.cli.list;

import io.losslab.analysis.report.AlignedText;
import io.losslab.configs.language.Key;
import io.losslab.flowcontrol.setting.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A key as {@code losslab list} shows it.
 *
 * @param key its name
 * @param value what it may be
 * @param fallback what stands where it is absent; {@code -} where it is required
 * @param meaning one sentence
 */
record KeyRow(String key, String value, String fallback, String meaning) {
    static final String NONE = "-";

    static KeyRow of(Setting setting) {
        String value =
                setting.choices().isEmpty()
                        ? setting.kind().name().toLowerCase(Locale.ROOT)
                        : String.join("|", setting.choices());
        return new KeyRow(
                setting.key(),
                value,
                setting.required() ? NONE : setting.otherwise(),
                setting.meaning());
    }

    static KeyRow of(Key<?> key) {
        return new KeyRow(
                key.name(),
                key.type().form(),
                key.required() ? NONE : key.fallback(),
                key.meaning());
    }

    /** Keys with their meanings, and below each what it may be; indented by two. */
    static String table(List<KeyRow> keys) {
        if (keys.isEmpty()) {
            return "  no keys\n";
        }
        List<List<String>> rows = new ArrayList<>();
        for (KeyRow row : keys) {
            rows.add(List.of(row.key, row.meaning));
            rows.add(List.of("", row.value + row.otherwise()));
        }
        return AlignedText.of(rows);
    }

    private String otherwise() {
        return switch (fallback) {
            case NONE -> "; required";
            case "" -> "";
            default -> "; default: " + fallback;
        };
    }
}

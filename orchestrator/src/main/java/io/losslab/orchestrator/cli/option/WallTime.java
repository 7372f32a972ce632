package io.losslab.orchestrator.cli.option;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A duration of wall-clock time on the command line: 90s, 30min, 2h. */
final class WallTime {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})(s|min|h)");
    private static final Map<String, Long> SECONDS = Map.of("s", 1L, "min", 60L, "h", 3600L);

    private WallTime() {}

    /** Empty where the text is none. */
    static Optional<Duration> parse(String text) {
        Matcher parts = FORM.matcher(text);
        return parts.matches()
                ? Optional.of(
                        Duration.ofSeconds(
                                Long.parseLong(parts.group(1)) * SECONDS.get(parts.group(2))))
                : Optional.empty();
    }
}

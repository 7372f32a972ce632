package io.losslab.orchestrator.cli.option;

import io.losslab.devices.failure.CommandFailure;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How long to wait for a testbed that another user has; shared by the verbs that set devices. */
public final class WaitOption {
    private static final String FOREVER = "forever";
    private static final Duration LONGEST = Duration.ofDays(10_000);

    @Option(
            names = "--wait",
            arity = "0..1",
            paramLabel = "DURATION",
            preprocessor = DurationNext.class,
            description = {
                "If another user has leased the testbed, wait until",
                "it is free, or for DURATION: 90s, 30min, 2h."
            })
    private String duration;

    /**
     * How long to wait.
     *
     * @return empty: not at all
     * @throws CommandFailure where what was given is no duration
     */
    public Optional<Duration> longest() {
        if (duration == null || duration.equals(FOREVER)) {
            return Optional.ofNullable(duration).map(any -> LONGEST);
        }
        return Optional.of(
                WallTime.parse(duration)
                        .orElseThrow(
                                () ->
                                        CommandFailure.usage(
                                                "--wait %s: not a duration".formatted(duration),
                                                "such as 90s, 30min, or 2h; without one, it waits"
                                                        + " until the testbed is free")));
    }

    /** Takes the next word only where it is a duration: an experiment may follow. */
    static final class DurationNext implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                Stack<String> words,
                CommandSpec command,
                ArgSpec option,
                Map<String, Object> information) {
            boolean attached = "=".equals(information.get("separator"));
            if (!attached && (words.isEmpty() || WallTime.parse(words.peek()).isEmpty())) {
                words.push(FOREVER);
            }
            return false;
        }
    }
}

package io.losslab.orchestrator.cli.list;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What can be listed; printed and read as users write it, {@code congestion-controls}. */
enum Listed {
    SCHEMES,
    RECOVERIES,
    CONGESTION_CONTROLS,
    TOPOLOGIES,
    WORKLOADS,
    EXPERIMENTS,
    TESTBEDS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Names the words of users, not those of this file, where another is given. */
    static final class Reader implements ITypeConverter<Listed> {
        @Override
        public Listed convert(String word) {
            return Stream.of(values())
                    .filter(it -> it.toString().equalsIgnoreCase(word))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(expected(word)));
        }

        private static String expected(String word) {
            String words =
                    Stream.of(values()).map(Listed::toString).collect(Collectors.joining(", "));
            return "expected one of %s, but was '%s'".formatted(words, word);
        }
    }
}

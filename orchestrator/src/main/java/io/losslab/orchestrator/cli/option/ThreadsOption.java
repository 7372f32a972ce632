package io.losslab.orchestrator.cli.option;

import io.losslab.devices.failure.CommandFailure;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** On how many threads a cell runs in virtual time. */
public final class ThreadsOption {
    public static final String NAME = "--threads";

    @Option(
            names = NAME,
            paramLabel = "N",
            description = {
                "Number of threads for each cell in virtual time;",
                "results are the same (default: the cores that",
                "cells running in parallel leave free)."
            })
    private Integer threads;

    /**
     * Checks what was given.
     *
     * @throws CommandFailure where it is less than 1
     */
    public void check() {
        if (threads != null) {
            check(threads);
        }
    }

    /**
     * Checks a number of threads.
     *
     * @throws CommandFailure where it is less than 1
     */
    public static void check(int threads) {
        if (threads < 1) {
            throw CommandFailure.usage(NAME + " must be at least 1, got " + threads, "");
        }
    }

    /** Empty where the user leaves it open. */
    public OptionalInt given() {
        return threads == null ? OptionalInt.empty() : OptionalInt.of(threads);
    }
}

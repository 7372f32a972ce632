package io.losslab.orchestrator.compiler;

/** What a compiler made of a program, for a user. */
public interface Outcome {
    /** A few lines and tables for a terminal; ends with a line feed. */
    String text();
}

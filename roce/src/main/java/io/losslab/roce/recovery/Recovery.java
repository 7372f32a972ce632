package io.losslab.roce.recovery;

/** A way to send again what was lost. */
public sealed interface Recovery permits GoBackN, Irn {}

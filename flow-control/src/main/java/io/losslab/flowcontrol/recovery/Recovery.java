package io.losslab.flowcontrol.recovery;

/** A way to send again what was lost. */
public sealed interface Recovery permits GoBackN, Irn {}

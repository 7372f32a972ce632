package io.losslab.services.p4runtime.execution;

import io.losslab.p4.runtime.P4Switch;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.function.Function;

/** Reads what packets have left in a program; nothing while it is not in force. */
interface ProgramReader {
    <T> T read(Function<P4Switch, T> reading, T absent) throws Refusal;
}

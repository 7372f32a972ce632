package io.losslab.services.p4runtime.execution;

import com.google.protobuf.ByteString;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.P4Switch;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What runs P4 programs under a P4Runtime device. Any call may throw {@link IllegalStateException};
 * its text is shown to the user, and nothing has changed then.
 */
public interface ProgramPlane {
    /** Whether it can. */
    default boolean runsPrograms() {
        return false;
    }

    /** Has a program carry out all packets from here on; with null the routes do, as at first. */
    default void runProgram(P4Program program) {
        if (program != null) {
            throw new IllegalStateException("it runs no P4 program");
        }
    }

    /** Changes what the program holds, in order; no packet meets only some of them. */
    default void changeProgram(List<Consumer<P4Switch>> changes) {
        throw new IllegalStateException("it runs no P4 program");
    }

    /** Has the program take a packet of its controller, its header for this in front. */
    default void packetOut(ByteString packet) {
        throw new IllegalStateException("it runs no P4 program");
    }

    /** Reads what the program holds, between packets. */
    default <T> T readProgram(Function<P4Switch, T> reading) {
        throw new IllegalStateException("it runs no P4 program");
    }
}

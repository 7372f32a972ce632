package io.losslab.devices.p4runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.losslab.api.digest.Sha256;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A switch's pipeline and entries as a cell wants them. Pure. */
public final class ForwardingState {
    private ForwardingState() {}

    /** A program with the routes of all switches on a software switch. */
    public static DesiredState of(Assignment assignment, ForwardProgram program) {
        return new DesiredState(
                assignment.device(),
                new ForwardingPart(),
                messages(assignment, program, ByteString.EMPTY, List.of()));
    }

    /**
     * A pipeline, and its entries with the routes of all switches on a device.
     *
     * @param compiled the device config for the target; empty for a software switch
     * @param more entries of the program
     */
    public static List<Message> messages(
            Assignment assignment,
            ForwardProgram program,
            ByteString compiled,
            List<Message> more) {
        List<Message> state = new ArrayList<>();
        state.add(program.pipelineConfig(compiled, cookie(program.pipelineConfig(compiled, 0))));
        assignment
                .logicalSwitches()
                .forEach((port, number) -> state.add(program.assign(port, number)));
        assignment.routes().forEach(route -> state.add(program.encode(route)));
        state.addAll(more);
        return state;
    }

    /** A number that another pipeline or program does not have: the first bytes of a SHA-256. */
    private static long cookie(ForwardingPipelineConfig config) {
        return ByteBuffer.wrap(Sha256.of(config.toByteArray())).getLong() | 1;
    }
}

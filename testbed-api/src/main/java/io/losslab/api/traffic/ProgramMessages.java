package io.losslab.api.traffic;

import io.losslab.proto.v1.StepKind;

/** Turns programs into messages, and back into programs, which check themselves. */
public final class ProgramMessages {
    private ProgramMessages() {}

    public static io.losslab.proto.v1.HostProgram write(HostProgram program) {
        io.losslab.proto.v1.HostProgram.Builder message =
                io.losslab.proto.v1.HostProgram.newBuilder()
                        .setProgramId(program.id())
                        .setStartNs(program.startNanos())
                        .setStopNs(program.stopNanos() == Long.MAX_VALUE ? 0 : program.stopNanos())
                        .setIterations(program.iterations());
        for (int step = 0; step < program.steps(); step++) {
            message.addKind(kind(program.kind(step)))
                    .addSubject(program.subject(step))
                    .addAmount(program.amount(step));
            for (int i = 0; i < program.followers(step); i++) {
                message.addWaitingStep(program.follower(step, i)).addAwaitedStep(step);
            }
        }
        return message.build();
    }

    /**
     * Reads a program.
     *
     * @throws IllegalArgumentException where it cannot be
     */
    public static HostProgram read(io.losslab.proto.v1.HostProgram message) {
        int steps = message.getKindCount();
        if (message.getSubjectCount() != steps
                || message.getAmountCount() != steps
                || message.getWaitingStepCount() != message.getAwaitedStepCount()) {
            throw new IllegalArgumentException(
                    "program %d: columns must have equal length".formatted(message.getProgramId()));
        }
        HostProgram.Builder program =
                HostProgram.builder(message.getProgramId())
                        .between(
                                message.getStartNs(),
                                message.getStopNs() == 0 ? Long.MAX_VALUE : message.getStopNs())
                        .times(message.getIterations());
        for (int step = 0; step < steps; step++) {
            add(program, message, step);
        }
        for (int edge = 0; edge < message.getWaitingStepCount(); edge++) {
            program.after(message.getWaitingStep(edge), message.getAwaitedStep(edge));
        }
        return program.build();
    }

    private static void add(
            HostProgram.Builder program, io.losslab.proto.v1.HostProgram message, int step) {
        int subject = message.getSubject(step);
        switch (message.getKind(step)) {
            case COMPUTE -> program.compute(subject, message.getAmount(step));
            case POST -> program.post(subject, message.getAmount(step));
            case AWAIT -> program.await(subject, message.getAmount(step));
            default ->
                    throw new IllegalArgumentException(
                            "program %d: step %d has no kind"
                                    .formatted(message.getProgramId(), step));
        }
    }

    private static StepKind kind(HostProgram.Kind kind) {
        return switch (kind) {
            case COMPUTE -> StepKind.COMPUTE;
            case POST -> StepKind.POST;
            case AWAIT -> StepKind.AWAIT;
        };
    }
}

package io.losslab.roce.service;

import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.HostProgram.Kind;
import io.losslab.api.traffic.ProgramMessages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the programs of a request, and checks that its flows are what they post to. */
final class PostedFlows {
    /** By id: the flows of the request that no program posts to yet. */
    private final Map<Integer, FlowSpec> unposted = new HashMap<>();

    private final Set<Integer> startingHere = new HashSet<>();
    private final Set<Integer> programs = new HashSet<>();

    private PostedFlows(List<FlowSpec> flows) {
        for (FlowSpec flow : flows) {
            startingHere.add(flow.id());
            if (flow.pattern() == FlowSpec.Pattern.PROGRAMMED) {
                unposted.put(flow.id(), flow);
            }
        }
    }

    /**
     * Reads programs.
     *
     * @throws IllegalArgumentException where one cannot be, or a flow waits for a program that is
     *     not there
     */
    static List<HostProgram> read(
            List<io.losslab.proto.v1.HostProgram> messages, List<FlowSpec> flows) {
        PostedFlows posted = new PostedFlows(flows);
        List<HostProgram> programs = new ArrayList<>();
        for (io.losslab.proto.v1.HostProgram message : messages) {
            HostProgram program = ProgramMessages.read(message);
            posted.check(program);
            programs.add(program);
        }
        if (!posted.unposted.isEmpty()) {
            throw new IllegalArgumentException(
                    "no program posts to flow " + posted.unposted.keySet().iterator().next());
        }
        return programs;
    }

    private void check(HostProgram program) {
        if (!programs.add(program.id())) {
            throw problem(program, "is taken");
        }
        program.messages(Kind.POST).forEach((flow, steps) -> post(program, flow, steps.length));
        for (int flow : program.messages(Kind.AWAIT).keySet()) {
            if (startingHere.contains(flow)) {
                throw problem(program, "awaits flow %d, which starts here".formatted(flow));
            }
        }
    }

    private void post(HostProgram program, int flow, int messages) {
        FlowSpec spec = unposted.remove(flow);
        if (spec == null) {
            throw problem(
                    program,
                    "posts to flow %d, which is not a flow by_program of this request and no other program's"
                            .formatted(flow));
        }
        if (spec.schedule().size() != messages * program.iterations()) {
            throw problem(
                    program,
                    "posts %d messages to flow %d in each of %d iterations, and the flow has %d"
                            .formatted(
                                    messages, flow, program.iterations(), spec.schedule().size()));
        }
    }

    private static IllegalArgumentException problem(HostProgram program, String what) {
        return new IllegalArgumentException("program %d %s".formatted(program.id(), what));
    }
}

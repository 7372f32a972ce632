package io.losslab.configs.plan.flow;

import io.losslab.api.topology.Node;
import io.losslab.api.traffic.HostProgram;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.traffic.program.Matching;
import io.losslab.traffic.program.Matching.Connection;
import io.losslab.traffic.program.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * What a host does of a traffic group.
 *
 * @param rank in the group
 * @param steps go by the ids of planned flows
 */
public record PlannedProgram(TrafficGroup group, int rank, Node host, HostProgram steps) {
    /**
     * The programs of a group's hosts.
     *
     * @param firstFlow id of the flow of the first connection
     * @param firstId of the programs
     */
    static List<PlannedProgram> all(
            TrafficGroup group,
            TrafficPattern.Programmed pattern,
            Matching matching,
            int firstFlow,
            int firstId) {
        Program program = matching.program();
        int[] flowOf = new int[program.operations()];
        int[] messageOf = new int[program.operations()];
        for (int place = 0; place < matching.connections().size(); place++) {
            Connection connection = matching.connections().get(place);
            for (int message = 0; message < connection.sends().size(); message++) {
                for (int end :
                        List.of(
                                connection.sends().get(message),
                                connection.receives().get(message))) {
                    flowOf[end] = firstFlow + place;
                    messageOf[end] = message;
                }
            }
        }
        List<HostProgram.Builder> builders = new ArrayList<>();
        for (int rank = 0; rank < program.ranks(); rank++) {
            HostProgram.Builder steps =
                    HostProgram.builder(firstId + rank)
                            .between(group.start().nanos(), group.stop().nanos())
                            .times(pattern.iterations());
            // So that even a rank without operations has an iteration.
            steps.compute(Program.NO_STREAM, 0);
            builders.add(steps);
        }
        int[] stepOf = new int[program.operations()];
        for (int operation : matching.order()) {
            int rank = program.rank(operation);
            HostProgram.Builder steps = builders.get(rank);
            stepOf[operation] =
                    switch (program.kind(operation)) {
                        case COMPUTE ->
                                steps.compute(program.tag(operation), program.nanos(operation));
                        case SEND -> steps.post(flowOf[operation], messageOf[operation]);
                        case RECEIVE -> steps.await(flowOf[operation], messageOf[operation]);
                    };
            for (int i = 0; i < program.requirements(operation); i++) {
                steps.after(stepOf[operation], stepOf[program.requirement(operation, i)]);
            }
        }
        List<PlannedProgram> programs = new ArrayList<>();
        for (int rank = 0; rank < program.ranks(); rank++) {
            programs.add(
                    new PlannedProgram(
                            group, rank, group.from().get(rank), builders.get(rank).build()));
        }
        return programs;
    }
}

package io.losslab.labs.backend;

import io.losslab.api.topology.Topology;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.PlannedHops;
import io.losslab.softswitch.fabric.parallel.Partition;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * On how many threads a cell is run in virtual time: results are the same, only the time that it
 * takes is not.
 *
 * @param asked as the user says; empty: so many as the cells that run at a time leave free
 * @param free processors for each of the cells that run at a time, at least 1
 * @param captured whether frames are captured
 */
public record CellThreads(OptionalInt asked, int free, boolean captured) {
    /** Below so many frames between two waits, waiting takes longer than is won. */
    private static final int LEAST_FRAMES = 100;

    /** Of so few packet-hops, a cell ends while the compilers still use the other processors. */
    private static final double FEW_HOPS = 20e6;

    /** One thread, whatever is run. */
    public static final CellThreads ONE = new CellThreads(OptionalInt.empty(), 1, false);

    /** As a run asks for. */
    public static CellThreads of(LabRequest request) {
        int cells = Math.min(request.jobs(), request.experiment().cells().size());
        int free = Runtime.getRuntime().availableProcessors() / Math.max(1, cells);
        return new CellThreads(request.threads(), Math.max(1, free), request.captures());
    }

    /** How the network of a cell is shared out. */
    public Partition partition(CellPlan plan) {
        Topology topology = plan.topology();
        int threads = asked.orElse(free);
        if (threads == 1 || obstacle(plan).isPresent()) {
            return Partition.whole(topology);
        }
        Partition partition = Partition.of(topology, threads);
        return asked.isPresent() || pays(plan, partition) ? partition : Partition.whole(topology);
    }

    private static boolean pays(CellPlan plan, Partition partition) {
        return partition.framesInAWindow(plan.topology()) >= LEAST_FRAMES
                && PlannedHops.of(plan).hops() >= FEW_HOPS;
    }

    /** Why a cell runs on fewer threads than the user asked for; empty where it does not. */
    public Optional<String> note(CellPlan plan, Partition partition) {
        if (partition.parts() >= asked.orElse(1)) {
            return Optional.empty();
        }
        String reason =
                obstacle(plan).orElse("its network has no more devices with a delay between them");
        return Optional.of(
                "ran on %s, not on the %d asked for: %s"
                        .formatted(
                                partition.parts() == 1
                                        ? "1 thread"
                                        : partition.parts() + " threads",
                                asked.orElseThrow(),
                                reason));
    }

    /** What takes one thread, since it sees the whole network. */
    private Optional<String> obstacle(CellPlan plan) {
        if (plan.setup().recording().pauses()) {
            return Optional.of("pause times are attributed to the ports that caused them");
        }
        if (plan.setup().switches().runPrograms()) {
            return Optional.of("its switches run P4 programs");
        }
        return captured ? Optional.of("frames are captured") : Optional.empty();
    }
}

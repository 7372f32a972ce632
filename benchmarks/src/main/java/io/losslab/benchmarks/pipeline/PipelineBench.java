package io.losslab.benchmarks.pipeline;

import io.losslab.p4.packet.PacketState;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures packets per CPU-second of the calling thread through P4 programs in BMv2's JSON, and
 * bytes allocated per packet: parser, tables, actions, counters, deparser. Nothing is around the
 * program: packets are there, and leave their queue at once.
 */
public final class PipelineBench {
    /**
     * What was measured.
     *
     * @param program its name
     * @param tablesPerPacket tables with a key that a packet met
     * @param packets measured
     * @param cpuSeconds of the thread, for them
     * @param bytesAllocatedPerPacket by the thread
     */
    public record Row(
            String program,
            double tablesPerPacket,
            long packets,
            double cpuSeconds,
            double bytesAllocatedPerPacket) {
        /** Their ratio. */
        public double packetsPerCpuSecond() {
            return packets / cpuSeconds;
        }
    }

    private static final int PACKETS_A_LOOK = 4_096;
    private static final List<String> PROGRAMS =
            List.of("pfc_forward", "pfcStar", "portfc", "ofc", "pyrrha");
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final double targetCpuSeconds;

    /**
     * Makes a bench.
     *
     * @param targetCpuSeconds how long to measure each program, and to warm up, in CPU time
     */
    public PipelineBench(double targetCpuSeconds) {
        this.targetCpuSeconds = targetCpuSeconds;
    }

    /**
     * Measures the bundled v1model programs; {@code after} gets each row as soon as it is there.
     */
    public void measureAll(Consumer<String> before, Consumer<Row> after) {
        for (String program : PROGRAMS) {
            before.accept(program);
            after.accept(measure(new LoadedProgram(program)));
        }
    }

    private Row measure(LoadedProgram program) {
        run(program, targetCpuSeconds);
        long metBefore = program.tablesMet();
        long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        long start = THREADS.getCurrentThreadCpuTime();
        long packets = run(program, targetCpuSeconds);
        long spent = THREADS.getCurrentThreadCpuTime() - start;
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
        return new Row(
                program.name(),
                (double) (program.tablesMet() - metBefore) / packets,
                packets,
                spent / 1e9,
                (double) allocated / packets);
    }

    private static long run(LoadedProgram program, double cpuSeconds) {
        long until = THREADS.getCurrentThreadCpuTime() + (long) (cpuSeconds * 1e9);
        long packets = 0;
        do {
            for (int i = 0; i < PACKETS_A_LOOK; i++) {
                PacketState packet = program.runs().take();
                program.load(packet, packets++);
                program.runs().ingress(packet, LoadedProgram.INGRESS_PORT);
            }
        } while (THREADS.getCurrentThreadCpuTime() < until);
        if (program.sent() == 0) {
            throw new IllegalStateException("program " + program.name() + " sends no packet");
        }
        return packets;
    }
}

package io.losslab.flowcontrol.ofc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * Algorithm 1: who is paused, when and by which list. Packets of 1000 B; X_ON 4, X^c_OFF 6 and
 * X_OFF 10 of them.
 */
class OfcTest {
    private static final int PRIORITY = 3;
    private static final int BYTES = 1_000;
    private static final int A = 2;
    private static final int B = 3;
    private static final int OUT = 1;
    private static final int OTHER_OUT = 4;
    private static final int PLAIN_OUT = 5;
    private static final long ROOT = DataPlane.root(1, OUT);
    private static final long ROOT_OF_OTHER = DataPlane.root(1, OTHER_OUT);

    private final RecordingPlane plane =
            new RecordingPlane(new LinkProfile(40_000_000_000L, 20, 1_518), 5);
    private final Ofc ofc = ofc();
    private final QueueModel port = new QueueModel(plane, ofc, OUT, BYTES, PRIORITY);
    private final QueueModel other = new QueueModel(plane, ofc, OTHER_OUT, BYTES, PRIORITY);

    private Ofc ofc() {
        OfcSettings settings =
                new OfcSettings(FlowKey.PAIR, 1 << PRIORITY, 10_000, 6_000, 4_000, 0);
        for (int flow = 1; flow <= 500; flow++) {
            plane.flow(flow, Frames.source(flow), Frames.destination(flow), flow);
        }
        return new Ofc(
                plane,
                settings.flowKey(),
                Map.of(OUT, settings, A, settings, B, settings, OTHER_OUT, settings));
    }

    @Test
    void theOriginalCongestionPausesTheFlowsOfTheIngressThatWaitThere() {
        arrive(B, 9);
        other.arrive(8, A);
        arrive(A, 1, 2, 1, 2);
        assertEquals(List.of(), frames());
        arrive(A, 1);
        assertEquals(List.of(new Frames.Read(A, true, false, Set.of(1, 2), ROOT)), frames());
    }

    @Test
    void anIngressAboveTheThresholdWhoseEgressesAreShortPausesNothing() {
        arrive(A, 1, 1, 1, 1, 1);
        for (int i = 0; i < 4; i++) {
            other.arrive(2, A);
        }
        assertEquals(List.of(), frames());
    }

    @Test
    void aFlowThatJoinsTheCongestionIsNamedAloneAndOnce() {
        arrive(A, 1, 1, 1, 1, 1, 1);
        assertEquals(List.of(new Frames.Read(A, true, false, Set.of(1), ROOT)), frames());
        arrive(A, 1, 2);
        assertEquals(List.of(new Frames.Read(A, true, false, Set.of(2), ROOT)), frames());
        arrive(A, 1);
        assertEquals(List.of(), frames());
    }

    @Test
    void aSpreadCongestionPassesOnTheListAndTheRootOfItsDownstream() {
        port.control(Frames.pause(PRIORITY, false, 1, 7));
        arrive(A, 1, 2, 1, 2, 1, 2);
        assertEquals(List.of(new Frames.Read(A, true, false, Set.of(1, 7), Frames.ROOT)), frames());
        port.control(Frames.pause(PRIORITY, false, 5));
        arrive(A, 2);
        assertEquals(List.of(new Frames.Read(A, true, false, Set.of(5), Frames.ROOT)), frames());
    }

    @Test
    void aPortWhoseDownstreamPausedAllPassesOnTheFlowsItBuffers() {
        port.control(Frames.pause(PRIORITY, true, 7));
        arrive(A, 1, 2, 1, 2, 1, 2);
        assertEquals(
                List.of(new Frames.Read(A, true, false, Set.of(1, 2, 7), Frames.ROOT)), frames());
    }

    @Test
    void atXoffAllFlowsArePausedOnceAndAtXonAllThatWasPausedResumes() {
        for (int i = 0; i < 5; i++) {
            arrive(A, 1);
            other.arrive(2, A);
        }
        assertEquals(List.of(new Frames.Read(A, true, true, Set.of(), ROOT_OF_OTHER)), frames());
        arrive(A, 3, 3);
        assertEquals(List.of(), frames());
        send(port, 7);
        assertEquals(List.of(), frames(), "5 packets are above X_ON");
        send(other, 1);
        assertEquals(List.of(new Frames.Read(A, false, true, Set.of(), 0)), frames());
        send(other, 4);
        assertEquals(List.of(), frames(), "nothing is paused any more");
    }

    /** q_in is the sum over all egress ports; one without OFC has no list of its flows. */
    @Test
    void whatWaitsAtAPortWithoutOfcCountsForItsIngress() {
        IngressScheme ingress = ofc.ingress(A);
        arrive(A, 1, 2);
        ingress.onEnqueue(A, OUT, PRIORITY, BYTES, 3 * BYTES);
        for (int i = 0; i < 7; i++) {
            ingress.onEnqueue(A, PLAIN_OUT, PRIORITY, BYTES, 0);
            ingress.onEnqueue(A, PLAIN_OUT, PRIORITY + 1, BYTES, 0);
        }
        assertEquals(List.of(), frames(), "9 packets are below X_OFF");
        ingress.onEnqueue(A, PLAIN_OUT, PRIORITY, BYTES, 0);
        long root = DataPlane.root(1, PLAIN_OUT);
        assertEquals(List.of(new Frames.Read(A, true, true, Set.of(), root)), frames());
        send(port, 2);
        for (int i = 0; i < 3; i++) {
            ingress.onDequeue(A, PLAIN_OUT, PRIORITY, BYTES, 0);
        }
        assertEquals(List.of(), frames(), "5 packets are above X_ON");
        ingress.onDequeue(A, PLAIN_OUT, PRIORITY, BYTES, 0);
        assertEquals(List.of(new Frames.Read(A, false, true, Set.of(), 0)), frames());
    }

    @Test
    void resumeNamesTheUnionOfThePauses() {
        arrive(A, 1, 1, 1, 1, 1, 1, 2, 3, 3, 3);
        frames();
        send(port, 6);
        assertEquals(List.of(new Frames.Read(A, false, true, Set.of(1, 2, 3), 0)), frames());
    }

    @Test
    void aListOfMoreThan160FlowsTakesSeveralFrames() {
        arrive(A, 500, 500, 500, 500, 500);
        int[] flows = IntStream.rangeClosed(1, 400).toArray();
        port.control(Frames.pause(PRIORITY, false, Arrays.copyOf(flows, 160)));
        port.control(Frames.pause(PRIORITY, false, Arrays.copyOfRange(flows, 160, 320)));
        port.control(Frames.pause(PRIORITY, false, Arrays.copyOfRange(flows, 320, 400)));
        arrive(A, 500);
        List<Frames.Read> pauses = frames();
        assertEquals(List.of(160, 160, 80), pauses.stream().map(f -> f.flows().size()).toList());
        send(port, 2);
        List<Frames.Read> resumes = frames();
        assertEquals(List.of(160, 160, 80), resumes.stream().map(f -> f.flows().size()).toList());
        List<Frames.Read> both = new ArrayList<>(pauses);
        both.addAll(resumes);
        assertEquals(400, Frames.pausedBy(A, pauses).size());
        assertEquals(Set.of(), Frames.pausedBy(A, both));
    }

    @Test
    void tableSizesAreMeansOverTheTimeInUseOf12And8ByteEntries() {
        arrive(A, 1, 2);
        plane.advanceTo(100);
        port.control(Frames.pause(PRIORITY, false, 1, 3, 7));
        plane.advanceTo(200);
        send(port, 1);
        port.control(Frames.resume(PRIORITY, false, 3, 7));
        plane.advanceTo(400);
        assertEquals(2 * 12, gauge("ofcMaxFlowInPortBytes", OUT));
        assertEquals((2 * 12 * 200 + 1 * 12 * 200) / 400.0, gauge("ofcFlowInPortBytes", OUT));
        assertEquals(3 * 8, gauge("ofcMaxCongestedBytes", OUT));
        assertEquals((3 * 8 * 100 + 1 * 8 * 200) / 300.0, gauge("ofcCongestedBytes", OUT));
        assertEquals(0, gauge("ofcMaxPauseFrameBytes", OUT));
        assertEquals(0, gauge("ofcPauseFrameBytes", OUT), "never used");
        arrive(A, 1, 1, 1, 1, 1, 4);
        assertEquals(8, gauge("ofcMaxPauseFrameBytes", A), "flow 1 is passed on");
    }

    private double gauge(String name, int ofPort) {
        return TableGauges.of(ofc, name, ofPort);
    }

    @Test
    void aPfcFrameIsLeftToOthers() {
        byte[] frame = new byte[64];
        PauseFrame.write(frame, 0, 1, 8, 10);
        assertFalse(ofc.onControl(OUT, frame, 0));
    }

    /**
     * Whatever comes and goes, above X_OFF all flows of the ingress are paused, frames of an
     * ingress and those it paused balance, and with empty queues nothing is paused.
     */
    @Property(tries = 150)
    void pausesBalance(@ForAll @Size(max = 150) List<@IntRange(max = 99) Integer> steps) {
        List<Frames.Read> frames = new ArrayList<>();
        int[] buffered = new int[4];
        for (int step : steps) {
            int flow = 1 + step % 7;
            int ingress = flow % 2 == 0 ? A : B;
            QueueModel out = step % 3 == 0 ? other : port;
            if (step < 60) {
                out.arrive(flow, ingress);
                buffered[ingress]++;
            } else if (step < 90) {
                int before = out.sent().size();
                if (out.send(step)) {
                    buffered[out.sent().get(before).flow() % 2 == 0 ? A : B]--;
                }
            } else if (step < 95) {
                out.control(Frames.pause(PRIORITY, false, flow));
            } else {
                out.control(Frames.resume(PRIORITY, false, flow));
            }
            frames.addAll(frames());
            for (int in : new int[] {A, B}) {
                boolean all = Frames.pausedBy(in, frames).contains(-1);
                assertTrue(buffered[in] < 10 || all, "X_OFF without a pause of all");
                assertTrue(buffered[in] > 4 || Frames.pausedBy(in, frames).isEmpty());
            }
        }
        for (QueueModel out : List.of(port, other)) {
            out.control(Frames.resume(PRIORITY, false, 1, 2, 3, 4, 5, 6, 7));
            send(out, out.buffered());
        }
        frames.addAll(frames());
        assertEquals(Set.of(), Frames.pausedBy(A, frames));
        assertEquals(Set.of(), Frames.pausedBy(B, frames));
        assertEquals(Set.of(), Frames.pausedBy(OUT, frames));
    }

    private void arrive(int ingress, int... flows) {
        for (int flow : flows) {
            port.arrive(flow, ingress);
        }
    }

    private static void send(QueueModel from, int packets) {
        for (int i = 0; i < packets; i++) {
            assertTrue(from.send(0), "nothing may leave");
        }
    }

    private List<Frames.Read> frames() {
        return Frames.read(plane.drainFrames());
    }
}

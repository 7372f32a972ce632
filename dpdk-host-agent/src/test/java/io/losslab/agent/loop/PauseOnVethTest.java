package io.losslab.agent.loop;

import static io.losslab.agent.loop.VethHost.until;
import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.pause.LinkPauseFrame;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.roce.frame.DscpMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real pause frames over a veth pair, obeyed before the next burst. */
class PauseOnVethTest {
    private static final int FAR_IPV4 = 0x0A00_0002;

    /** A quantum of 512 bit times at 1 Gb/s. */
    private static final long QUANTUM_NANOS = 512;

    private final byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
    private final List<Integer> priorities = new ArrayList<>();
    private VethHost veth;
    private LoopHost host;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        veth = VethHost.start(8, data -> priorities.add(FRAMES.priority(data, DscpMap.STANDARD)));
        host = veth.host;
    }

    @AfterEach
    void stop() throws IOException {
        if (veth != null) {
            veth.close();
        }
    }

    @Test
    void aPauseStopsItsClassAtOnceAndOnlyForItsTimeAndALinkPauseStopsAll() {
        int third = host.device.ownFlows().open(FAR_IPV4, 1, 1, 3);
        int fourth = host.device.ownFlows().open(FAR_IPV4, 2, 1, 4);

        PauseFrame.write(frame, 0, veth.far.mac(), 1 << 3, 100);
        veth.obey(frame, PauseFrame.LENGTH_BYTES);
        host.offer(third, FAR_IPV4, 3, 0, 10);
        host.offer(fourth, FAR_IPV4, 4, 0, 10);
        veth.turn();
        until(() -> received() == 10);
        assertEquals(10, priorities.stream().filter(p -> p == 4).count());

        veth.nowNanos += 100 * QUANTUM_NANOS - 1;
        veth.turn();
        assertEquals(10, received());
        veth.nowNanos += 1;
        veth.turn();
        until(() -> received() == 20);

        LinkPauseFrame.write(frame, 0, veth.far.mac(), 100);
        veth.obey(frame, LinkPauseFrame.LENGTH_BYTES);
        host.offer(fourth, FAR_IPV4, 4, 10, 10);
        veth.turn();
        assertEquals(20, received());
        LinkPauseFrame.write(frame, 0, veth.far.mac(), 0);
        veth.obey(frame, LinkPauseFrame.LENGTH_BYTES);
        veth.turn();
        until(() -> received() == 30);
        assertTrue(host.control.reactions().getTotalCount() >= 3);
    }

    /** RoCEv2 frames that have come out at the far end. */
    private int received() {
        veth.receive();
        return priorities.size();
    }
}

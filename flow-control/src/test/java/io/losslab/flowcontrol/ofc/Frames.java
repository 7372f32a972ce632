package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.RecordingPlane.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** OFC frames for tests, in terms of flow numbers: flow n goes from address n to 1000 + n. */
final class Frames {
    static final long ROOT = 77L << 32 | 3;
    private static final int DESTINATIONS = 1000;

    /** A frame read back. */
    record Read(int port, boolean pause, boolean all, Set<Integer> flows, long root) {}

    private Frames() {}

    static int source(int flow) {
        return flow;
    }

    static int destination(int flow) {
        return DESTINATIONS + flow;
    }

    static long key(int flow) {
        return PairKeys.of(source(flow), destination(flow));
    }

    static byte[] pause(int priority, boolean all, int... flows) {
        return frame(OfcFrame.PAUSE, priority, all, flows);
    }

    static byte[] resume(int priority, boolean all, int... flows) {
        return frame(OfcFrame.RESUME, priority, all, flows);
    }

    static List<Read> read(List<Frame> frames) {
        List<Read> read = new ArrayList<>();
        for (Frame frame : frames) {
            byte[] bytes = frame.bytes().array();
            Set<Integer> flows = new TreeSet<>();
            for (int i = 0; i < OfcFrame.count(bytes, 0); i++) {
                flows.add((int) (OfcFrame.pair(bytes, 0, i) >>> 32));
            }
            read.add(
                    new Read(
                            frame.port(),
                            OfcFrame.isPause(bytes, 0),
                            OfcFrame.all(bytes, 0),
                            flows,
                            frame.root()));
        }
        return read;
    }

    /** What an upstream that got the frames of a port holds paused; -1 stands for all. */
    static Set<Integer> pausedBy(int port, List<Read> frames) {
        Set<Integer> paused = new HashSet<>();
        for (Read frame : frames) {
            if (frame.port() == port && frame.pause()) {
                paused.addAll(frame.flows());
                if (frame.all()) {
                    paused.add(-1);
                }
            } else if (frame.port() == port) {
                paused.removeAll(frame.flows());
                if (frame.all()) {
                    paused.remove(-1);
                }
            }
        }
        return paused;
    }

    private static byte[] frame(int opcode, int priority, boolean all, int... flows) {
        byte[] bytes = new byte[OfcFrame.MAX_LENGTH_BYTES];
        OfcFrame.begin(bytes, 1, opcode, priority, all, opcode == OfcFrame.PAUSE ? ROOT : 0);
        for (int flow : flows) {
            OfcFrame.add(bytes, key(flow));
        }
        OfcFrame.end(bytes);
        return bytes;
    }
}

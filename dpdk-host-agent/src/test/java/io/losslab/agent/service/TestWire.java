package io.losslab.agent.service;

import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static io.losslab.roce.frame.NativeMemory.MEMORY;
import static io.losslab.roce.frame.NativeMemory.REWRITER;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.Eal;
import io.losslab.agent.dpdk.EalArguments;
import io.losslab.agent.dpdk.EthernetPort;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.roce.frame.FrameReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A wire between two interfaces, as a process: {@code INTERFACE INTERFACE DROP MARK DAMAGE}. It
 * loses one of each DROP data frames, marks one of each MARK for congestion and flips a bit of one
 * of each DAMAGE (0: none), and sends a PFC frame by the first interface for each line {@code
 * PRIORITY QUANTA} of its standard input. It runs until it is killed.
 */
public final class TestWire {
    private static final int BUFFERS = 4095;
    private static final int MAX_FRAME_BYTES = RoceFrame.maxFrameBytes(4096);
    private static final int MEMORY_MEGABYTES = 96;

    private final EthernetPort[] ports;
    private final WaitingFrames[] waiting = {new WaitingFrames(), new WaitingFrames()};
    private final Burst out = new Burst();
    private final Burst in = new Burst();
    private final Burst lost = new Burst();
    private final SpareBuffers buffers;
    private final OneOfEach drop;
    private final OneOfEach mark;
    private final OneOfEach damage;

    private TestWire(EthernetPort[] ports, SpareBuffers buffers, int[] every) {
        this.ports = ports;
        this.buffers = buffers;
        drop = new OneOfEach(every[0]);
        mark = new OneOfEach(every[1]);
        damage = new OneOfEach(every[2]);
    }

    public static void main(String[] arguments) throws IOException {
        String[] devices = new String[2];
        for (int i = 0; i < 2; i++) {
            devices[i] = EalArguments.interfaceDevice(i, arguments[i], MAX_FRAME_BYTES);
        }
        String prefix = "losslab-wire-" + ProcessHandle.current().pid();
        try (Eal eal = Eal.start(EalArguments.virtualDevices(prefix, MEMORY_MEGABYTES, devices))) {
            eal.registerThread();
            PacketPool pool =
                    PacketPool.create(
                            eal, "wire", BUFFERS, EalArguments.slotBytes(MAX_FRAME_BYTES));
            EthernetPort[] ports = new EthernetPort[2];
            for (int i = 0; i < 2; i++) {
                String name = "net_af_packet" + i;
                ports[i] = EthernetPort.start(eal, name, pool, MAX_FRAME_BYTES);
            }
            int[] every = Stream.of(arguments).skip(2).mapToInt(Integer::parseInt).toArray();
            System.out.println("ready");
            new TestWire(ports, new SpareBuffers(pool), every).run();
        }
    }

    private void run() throws IOException {
        BufferedReader commands =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (true) {
            if (commands.ready()) {
                pause(commands.readLine().split(" ", 2));
            }
            carry(0, 1);
            carry(1, 0);
        }
    }

    private void carry(int from, int to) {
        waiting[from].copyTo(out);
        int taken = ports[from].exchange(out, in);
        waiting[from].drop(taken);
        out.clear();
        for (int i = 0; i < in.size(); i++) {
            if (waiting[to].isFull() || isLost(in.data(i), in.length(i))) {
                lost.add(in.buffer(i));
            } else {
                waiting[to].add(in.buffer(i));
            }
        }
        PacketPool.free(lost);
    }

    private boolean isLost(long frame, int lengthBytes) {
        if (FRAMES.kind(frame, lengthBytes) != FrameReader.DATA) {
            return false;
        }
        if (mark.next()) {
            REWRITER.mark(frame);
        }
        if (damage.next()) {
            long last = frame + lengthBytes - 1;
            MEMORY.putByte(last, MEMORY.getByte(last) ^ 1);
        }
        return drop.next();
    }

    private void pause(String[] words) {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        int priority = Integer.parseInt(words[0]);
        PauseFrame.write(frame, 0, ports[0].mac(), 1 << priority, Integer.parseInt(words[1]));
        if (!waiting[0].isFull() && buffers.hasNext()) {
            MEMORY.write(buffers.data(), frame, 0, frame.length - 4);
            waiting[0].add(buffers.take(frame.length - 4));
        }
    }

    /** Frames that an interface has not taken yet, first in first out: the wire's own buffer. */
    private static final class WaitingFrames {
        private final long[] buffers = new long[1024];
        private int first;
        private int count;

        boolean isFull() {
            return count == buffers.length;
        }

        void add(long buffer) {
            buffers[(first + count) % buffers.length] = buffer;
            count++;
        }

        /** Fills an empty burst with the first of them, which stay. */
        void copyTo(Burst burst) {
            for (int i = 0; i < Math.min(count, Burst.CAPACITY); i++) {
                burst.add(buffers[(first + i) % buffers.length]);
            }
        }

        void drop(int frames) {
            first = (first + frames) % buffers.length;
            count -= frames;
        }
    }

    /**
     * Chooses one of each so many, at random: one at a fixed distance may be the same packet each
     * time that its sender goes back.
     */
    private static final class OneOfEach {
        private final SplittableRandom random = new SplittableRandom(1);
        private final int many;
        private int index;
        private int chosen;

        /** None of 0. */
        OneOfEach(int many) {
            this.many = many;
        }

        boolean next() {
            if (many == 0) {
                return false;
            }
            if (index == 0) {
                chosen = random.nextInt(many);
            }
            boolean isChosen = index == chosen;
            index = (index + 1) % many;
            return isChosen;
        }
    }
}

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
import java.util.stream.Stream;

/**
 * A wire between two interfaces, as a process: {@code INTERFACE INTERFACE DROP MARK DAMAGE}. It
 * loses every DROP-th data frame, marks every MARK-th for congestion and flips a bit of every
 * DAMAGE-th (0: none), and sends a PFC frame by the first interface for each line {@code PRIORITY
 * QUANTA} of its standard input. It runs until it is killed.
 */
public final class TestWire {
    private static final int BUFFERS = 4095;
    private static final int MAX_FRAME_BYTES = RoceFrame.maxFrameBytes(4096);
    private static final int MEMORY_MEGABYTES = 96;

    private final EthernetPort[] ports;
    private final Burst[] out = {new Burst(), new Burst()};
    private final Burst in = new Burst();
    private final Burst lost = new Burst();
    private final SpareBuffers buffers;
    private final int dropEvery;
    private final int markEvery;
    private final int damageEvery;
    private long dataFrames;

    private TestWire(EthernetPort[] ports, SpareBuffers buffers, int[] every) {
        this.ports = ports;
        this.buffers = buffers;
        dropEvery = every[0];
        markEvery = every[1];
        damageEvery = every[2];
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
        int taken = ports[from].exchange(out[from], in);
        int count = out[from].size();
        out[from].clear();
        for (int i = taken; i < count; i++) {
            out[from].add(out[from].buffer(i));
        }
        for (int i = 0; i < in.size(); i++) {
            boolean full = out[to].size() == Burst.CAPACITY;
            if (full || isLost(in.data(i), in.length(i))) {
                lost.add(in.buffer(i));
            } else {
                out[to].add(in.buffer(i));
            }
        }
        PacketPool.free(lost);
    }

    private boolean isLost(long frame, int lengthBytes) {
        if (FRAMES.kind(frame, lengthBytes) != FrameReader.DATA) {
            return false;
        }
        dataFrames++;
        if (markEvery > 0 && dataFrames % markEvery == 0) {
            REWRITER.mark(frame);
        }
        if (damageEvery > 0 && dataFrames % damageEvery == 0) {
            long last = frame + lengthBytes - 1;
            MEMORY.putByte(last, MEMORY.getByte(last) ^ 1 << dataFrames % 8);
        }
        return dropEvery > 0 && dataFrames % dropEvery == 0;
    }

    private void pause(String[] words) {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        int priority = Integer.parseInt(words[0]);
        PauseFrame.write(frame, 0, ports[0].mac(), 1 << priority, Integer.parseInt(words[1]));
        if (buffers.hasNext()) {
            MEMORY.write(buffers.data(), frame, 0, frame.length - 4);
            out[0].add(buffers.take(frame.length - 4));
        }
    }
}

package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.pause.PauseFrame;

/**
 * Sends a device's control frames, each port's neighbour in its own tongue: Pyrrha frames, PFC
 * frames to a neighbour that speaks only PFC (Pyrrha, IV-E), nothing where no rule names the port.
 */
final class Signals {
    private static final int ALL_PRIORITIES = 0xFF;

    private final DataPlane plane;
    private final PyrrhaSettings[] settingsByPort;
    private final PyrrhaFrame frame = new PyrrhaFrame();
    private final byte[] pfcFrame = new byte[PauseFrame.LENGTH_BYTES];
    private final int[] pfcCauses;
    private final long[] pfcRoot;
    private final boolean[] refreshing;

    Signals(DataPlane plane, PyrrhaSettings[] settingsByPort) {
        this.plane = plane;
        this.settingsByPort = settingsByPort;
        pfcCauses = new int[settingsByPort.length];
        pfcRoot = new long[settingsByPort.length];
        refreshing = new boolean[settingsByPort.length];
    }

    /** Whether a port's neighbour keeps isolation queues, and so says when it has freed one. */
    boolean isolates(int port) {
        return settingsByPort[port] != null
                && !settingsByPort[port].pfcPeer()
                && !plane.leadsToHost(port);
    }

    void pause(int port, long root, int hops) {
        if (!speaksPfc(port)) {
            send(port, PyrrhaFrame.PAUSE, root, DataPlane.NO_ROOT, hops);
        } else if (pfcCauses[port]++ == 0) {
            pfcRoot[port] = root;
            sendPfc(port, PauseFrame.MAX_QUANTA);
            refreshLater(port);
        }
    }

    void resume(int port, long root) {
        if (!speaksPfc(port)) {
            send(port, PyrrhaFrame.RESUME, root, DataPlane.NO_ROOT, 0);
        } else if (--pfcCauses[port] == 0) {
            sendPfc(port, 0);
        }
    }

    /** Tells a neighbour that holds a queue for the old root of the new one. */
    void merge(int port, long oldRoot, long newRoot, int hops, boolean paused) {
        if (!speaksPfc(port)) {
            send(port, PyrrhaFrame.MERGE, newRoot, oldRoot, hops);
        } else if (paused) {
            resume(port, oldRoot);
        }
    }

    void deallocate(int port, long root) {
        if (!speaksPfc(port)) {
            send(port, PyrrhaFrame.DEALLOCATE, root, DataPlane.NO_ROOT, 0);
        }
    }

    /** A PFC pause lasts 65535 quanta: sends it again at half its time. */
    void onTimer(int port) {
        refreshing[port] = false;
        if (pfcCauses[port] > 0) {
            sendPfc(port, PauseFrame.MAX_QUANTA);
            refreshLater(port);
        }
    }

    private boolean speaksPfc(int port) {
        return settingsByPort[port] != null && settingsByPort[port].pfcPeer();
    }

    private void send(int port, int opcode, long root, long oldRoot, int hops) {
        if (settingsByPort[port] != null) {
            frame.write(plane.mac(port), opcode, root, oldRoot, hops);
            plane.sendControl(port, frame.bytes(), 0, PyrrhaFrame.LENGTH_BYTES, root);
        }
    }

    private void sendPfc(int port, int quanta) {
        PauseFrame.write(pfcFrame, 0, plane.mac(port), ALL_PRIORITIES, quanta);
        plane.sendControl(port, pfcFrame, 0, PauseFrame.LENGTH_BYTES, pfcRoot[port]);
    }

    private void refreshLater(int port) {
        if (!refreshing[port]) {
            refreshing[port] = true;
            long rate = plane.link(port).rateBitsPerSecond();
            long halfNanos = PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, rate) / 2;
            plane.setTimer(port, plane.nowNanos() + halfNanos);
        }
    }
}

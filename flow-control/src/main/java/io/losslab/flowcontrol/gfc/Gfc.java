package io.losslab.flowcontrol.gfc;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.frame.LocalFrame;

/** The downstream end of GFC at one port: tells the upstream its rate whenever it changes. */
public final class Gfc implements IngressScheme {
    private final DataPlane plane;
    private final int port;
    private final GfcSettings settings;
    private final RateCode rates;
    private final byte[] frame = new byte[LocalFrame.LENGTH_BYTES];

    /** By priority, the code sent last. */
    private final int[] codes = new int[8];

    public Gfc(DataPlane plane, int port, GfcSettings settings) {
        this.plane = plane;
        this.port = port;
        this.settings = settings;
        this.rates = settings.code(plane.link(port).maxFrameBytes());
    }

    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        update(priority, ingressBytes);
    }

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        update(priority, ingressBytes);
    }

    @Override
    public BufferPolicy bufferPolicy(int ofPort) {
        return new BufferPolicy(
                settings.priorities(),
                BufferPolicy.Sharing.DEDICATED,
                settings.bufferBytes(),
                false,
                0);
    }

    private void update(int priority, long queueBytes) {
        if ((settings.priorities() >> priority & 1) == 0) {
            return;
        }
        int code = rates.of(queueBytes, codes[priority]);
        if (code != codes[priority]) {
            codes[priority] = code;
            RateFrame.write(frame, 0, plane.mac(port), priority, code);
            plane.sendControl(port, frame, 0, LocalFrame.LENGTH_BYTES);
        }
    }
}

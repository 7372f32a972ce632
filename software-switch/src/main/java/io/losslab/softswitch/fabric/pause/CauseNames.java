package io.losslab.softswitch.fabric.pause;

import com.carrotsearch.hppc.LongObjectHashMap;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.softswitch.fabric.port.PortNumbers;

/** What the log calls the causes of pauses: a text for each, made when it is first needed. */
final class CauseNames {
    private final PortNumbers numbers;

    /** By pausing port (upper half) and congested port, as {@link PortNumbers} has them. */
    private final LongObjectHashMap<String> known = new LongObjectHashMap<>();

    CauseNames(PortNumbers numbers) {
        this.numbers = numbers;
    }

    /**
     * Names a cause.
     *
     * @param pausing port that stops its link partner
     * @param root congested port on whose account it does; {@link DataPlane#NO_ROOT} if none
     */
    String of(int pausing, long root) {
        if (root == DataPlane.NO_ROOT) {
            return numbers.nameOf(pausing);
        }
        int node = (int) (root >>> 32) - 1;
        int port = (int) root;
        if (!numbers.has(node, port)) {
            // A frame may name any.
            return congested(pausing, "device %d port %d".formatted(node + 1, port));
        }
        int congested = numbers.of(node, port);
        long key = (long) pausing << 32 | congested;
        String name = known.get(key);
        if (name == null) {
            name = congested(pausing, numbers.nameOf(congested));
            known.put(key, name);
        }
        return name;
    }

    private String congested(int pausing, String root) {
        return numbers.nameOf(pausing) + ", congested " + root;
    }
}

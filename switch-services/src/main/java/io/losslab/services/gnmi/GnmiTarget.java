package io.losslab.services.gnmi;

import io.grpc.Status;
import io.losslab.proto.gnmi.Path;
import io.losslab.services.gnmi.tree.ConfigDraft;
import io.losslab.services.gnmi.tree.DataTree;
import io.losslab.services.gnmi.tree.OpenConfigTree;
import io.losslab.services.gnmi.tree.PfcIntents;
import io.losslab.services.gnmi.tree.SwitchAccess;
import io.losslab.services.gnmi.tree.SwitchReading;
import java.util.function.Function;

/** A switch with its data tree and what was asked of it but is not in force. Thread-safe. */
final class GnmiTarget {
    private final ManagedSwitch device;

    /** On the switch's thread only. */
    private final PfcIntents intents = new PfcIntents();

    /** Null until it is asked for: it has thousands of leaves. On the switch's thread only. */
    private DataTree tree;

    /** Those that the tree has, of each port: a lab that is reset may have others. */
    private int queues;

    GnmiTarget(ManagedSwitch device) {
        this.device = device;
    }

    long deviceId() {
        return device.deviceId();
    }

    /** The switch's leaves; on its thread. */
    DataTree tree(SwitchAccess access) {
        if (tree == null || queues != access.queues()) {
            tree = OpenConfigTree.of(device.name(), access);
            queues = access.queues();
        }
        return tree;
    }

    <T> T call(Function<SwitchAccess, T> work) {
        return device.call(work);
    }

    /** The switch at this moment; on its thread. */
    SwitchReading read(SwitchAccess access) {
        return new SwitchReading(access, intents);
    }

    /** Begins a Set; on the switch's thread. */
    SetTransaction begin(SwitchAccess access) {
        return new SetTransaction(tree(access), new ConfigDraft(access, intents));
    }

    /**
     * A path below a prefix.
     *
     * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT where the path names a target or an
     *     origin that is not ours
     */
    static Path absolute(Path prefix, Path path) {
        if (!path.getTarget().isEmpty()) {
            throw Status.INVALID_ARGUMENT
                    .withDescription(
                            "target '%s' is set in a path; set it in the prefix"
                                    .formatted(path.getTarget()))
                    .asRuntimeException();
        }
        requireOpenConfig(prefix.getOrigin());
        requireOpenConfig(path.getOrigin());
        return Path.newBuilder()
                .addAllElem(prefix.getElemList())
                .addAllElem(path.getElemList())
                .build();
    }

    private static void requireOpenConfig(String origin) {
        if (!origin.isEmpty() && !origin.equals("openconfig")) {
            throw Status.INVALID_ARGUMENT
                    .withDescription("there is no origin '%s', only openconfig".formatted(origin))
                    .asRuntimeException();
        }
    }
}

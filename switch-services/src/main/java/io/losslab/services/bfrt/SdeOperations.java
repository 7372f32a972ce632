package io.losslab.services.bfrt;

import io.losslab.proto.bfrt.Update;
import java.util.EnumSet;
import java.util.Set;

/**
 * What may be done to tables of a type: the methods that its class overrides in the SDE.
 *
 * @param updates of entries with a key
 * @param defaults whether its default entry is set
 */
record SdeOperations(Set<Update.Type> updates, boolean defaults) {
    private static final Set<Update.Type> ALL =
            EnumSet.of(
                    Update.Type.INSERT,
                    Update.Type.MODIFY,
                    Update.Type.INSERT_OR_MODIFY,
                    Update.Type.DELETE);

    static SdeOperations of(String type) {
        return switch (type) {
            case "MatchAction_Direct", "MatchAction_Indirect", "MatchAction_Indirect_Selector" ->
                    new SdeOperations(ALL, true);
            case "Action", "Selector", "PortConfigure" -> new SdeOperations(ALL, false);
            case "TmPpgCfg",
                    "PreMgid",
                    "PreNode",
                    "PreEcmp",
                    "PrePrune",
                    "PrePort",
                    "MirrorCfg",
                    "PortMetadata",
                    "SnapshotTrigger" ->
                    new SdeOperations(
                            EnumSet.of(Update.Type.INSERT, Update.Type.MODIFY, Update.Type.DELETE),
                            false);
            case "Register", "Counter", "Meter", "PreLag" ->
                    new SdeOperations(EnumSet.of(Update.Type.INSERT, Update.Type.MODIFY), false);
            case "DevConfigure",
                    "WarmInit",
                    "TmCfg",
                    "TmMirrorDpg",
                    "TmPoolSkid",
                    "TmPipeMulticastFifo",
                    "TmPipeCfg",
                    "TmPipeSchedCfg",
                    "TmCounterPipe",
                    "TmCounterMirrorPortDpg",
                    "DynHashConfigure",
                    "DynHashAlgorithm" ->
                    new SdeOperations(EnumSet.noneOf(Update.Type.class), true);
            case "TmPortGroupCfg",
                    "PortHdlInfo",
                    "PortFpIdxInfo",
                    "PortStrInfo",
                    "SnapshotData",
                    "SnapshotLiveness",
                    "SnapshotPhv",
                    "DynHashCompute",
                    "SelectorGetMember" ->
                    new SdeOperations(EnumSet.noneOf(Update.Type.class), false);
            default -> new SdeOperations(EnumSet.of(Update.Type.MODIFY), false);
        };
    }

    /** Entries are there from the start and only change. */
    boolean isFixed() {
        return !updates.contains(Update.Type.DELETE);
    }
}

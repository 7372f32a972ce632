package io.losslab.services.bfrt;

import io.losslab.proto.bfrt.TableData;

/**
 * Applications of the packet generator. With an action an application is set as a whole, and what
 * is not written becomes zero; while it runs it cannot be set, only be stopped, without an action.
 * Sources: BfRtPktgenAppTable::tableEntryMod, pipe_mgr_tof2_pktgen_cfg_app_conf_check, and
 * pipe_mgr_tof2_pktgen_reg_pgr_app_ctrl of the SDE.
 */
final class SdeGenerator {
    private static final String ENABLED = "app_enable";
    private static final long HIGHEST_SOURCE = 127;
    private static final long HIGHEST_CHANNEL = 7;
    private static final long OFFSET_UNIT = 16;
    private static final long SHORTEST_BYTES = 69;

    /** The generator's header, and CRC. */
    private static final long ADDED_BYTES = 6 + 4;

    private SdeGenerator() {}

    /** What an application's new fields are written over. */
    static TableData base(
            SdeTable table, SdePlace place, TableData before, TableData change, String failed) {
        if (!isSet(table, change)) {
            return before;
        }
        SdeRow held = new SdeRow(table, place, before);
        if (held.flag(ENABLED)) {
            throw before.getActionId() == change.getActionId()
                    ? SdeRefusal.invalid(failed)
                    : SdeRefusal.busy(failed);
        }
        return table.untouched(change.getActionId());
    }

    /** Refuses what no application can be. */
    static void requireValid(SdeTable table, SdePlace place, TableData change, String failed) {
        if (!isSet(table, change)) {
            return;
        }
        SdeRow row = new SdeRow(table, place, change);
        boolean asked = row.flag("offset_len_from_recir_pkt_enable");
        if (row.number("pipe_local_source_port") > HIGHEST_SOURCE
                || row.number("assigned_chnl_id") > HIGHEST_CHANNEL
                || !asked && row.number("pkt_buffer_offset") % OFFSET_UNIT != 0
                || !asked && row.number("pkt_len") + ADDED_BYTES < SHORTEST_BYTES) {
            throw SdeRefusal.invalid(failed);
        }
    }

    private static boolean isSet(SdeTable table, TableData change) {
        return table.type().equals("PktgenAppCfg") && change.getActionId() != 0;
    }
}

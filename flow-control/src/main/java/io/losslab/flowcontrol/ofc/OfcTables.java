package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.GaugeSink;

/**
 * Sizes of a port's three tables over all its priorities, mean over time and largest (OFC, Table
 * II).
 *
 * @param flowInPortMeanBytes flow_in_port_tab: flows with buffered packets
 * @param congestedMeanBytes congested_flow_tab: flows that the downstream paused here
 * @param pauseFrameMeanBytes pause_frame_tab: flows paused at the upstream
 */
public record OfcTables(
        double flowInPortMeanBytes,
        long flowInPortMaxBytes,
        double congestedMeanBytes,
        long congestedMaxBytes,
        double pauseFrameMeanBytes,
        long pauseFrameMaxBytes) {
    void readGauges(GaugeSink gauges) {
        gauges.mean("ofcFlowInPortBytes", flowInPortMeanBytes);
        gauges.mean("ofcCongestedBytes", congestedMeanBytes);
        gauges.mean("ofcPauseFrameBytes", pauseFrameMeanBytes);
        gauges.max("ofcMaxFlowInPortBytes", flowInPortMaxBytes);
        gauges.max("ofcMaxCongestedBytes", congestedMaxBytes);
        gauges.max("ofcMaxPauseFrameBytes", pauseFrameMaxBytes);
    }
}

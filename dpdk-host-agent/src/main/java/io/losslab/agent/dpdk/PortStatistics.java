package io.losslab.agent.dpdk;

/** What a port has counted since it started. */
public record PortStatistics(
        long framesIn,
        long framesOut,
        long bytesIn,
        long bytesOut,
        long missed,
        long receiveErrors,
        long sendErrors,
        long noBuffer) {}

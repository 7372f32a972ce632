package io.losslab.agent.service;

import io.losslab.agent.loop.Polling;
import io.losslab.agent.traffic.EndTimes;
import io.losslab.api.clock.ScaledClock;
import io.losslab.roce.host.TransportSettings;
import java.util.List;

/**
 * What an agent is started with.
 *
 * @param hostId by which callers name the host, 1 up to 2^31 - 1
 * @param name for users
 * @param ipv4 address of the host in the lab; not 0
 * @param ports one at least
 * @param ealArguments further arguments for DPDK
 * @param hugePages whether DPDK uses huge pages; NICs on the PCI bus need them
 * @param memoryMegabytes for packet buffers
 * @param buffers packet buffers
 * @param mtuBytes longest payload of a packet that may be configured
 * @param dataQueues of each port, 8..256
 * @param clock lab time
 * @param endTimes how a sender knows when a message was complete
 * @param polling how the data thread waits
 * @param warmUp whether to have its code compiled before it serves
 */
public record AgentSettings(
        long hostId,
        String name,
        int ipv4,
        List<AgentPort> ports,
        List<String> ealArguments,
        boolean hugePages,
        int memoryMegabytes,
        int buffers,
        int mtuBytes,
        int dataQueues,
        ScaledClock clock,
        EndTimes endTimes,
        Polling polling,
        boolean warmUp) {
    public AgentSettings {
        ports = List.copyOf(ports);
        ealArguments = List.copyOf(ealArguments);
        if (hostId < 1 || hostId > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("host id must be 1..2147483647: " + hostId);
        }
        if (ports.isEmpty()) {
            throw new IllegalArgumentException(
                    "at least one port is required: --interface, --vdev or --pci");
        }
        TransportSettings.requireMtu(mtuBytes);
        if (dataQueues < 8 || dataQueues > 256) {
            throw new IllegalArgumentException("queues must be 8..256: " + dataQueues);
        }
    }

    /** The same for another port, on a clock of its own, that polls all the time. */
    AgentSettings onPort(AgentPort port) {
        return new AgentSettings(
                hostId,
                name,
                ipv4,
                List.of(port),
                ealArguments,
                hugePages,
                memoryMegabytes,
                buffers,
                mtuBytes,
                dataQueues,
                new ScaledClock(System.nanoTime(), 1),
                endTimes,
                Polling.BUSY,
                false);
    }
}

package io.losslab.agent.service;

import io.losslab.agent.dpdk.DpdkException;
import io.losslab.agent.dpdk.Eal;
import io.losslab.agent.dpdk.EalArguments;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.api.frame.RoceFrame;
import java.util.ArrayList;
import java.util.List;

/** DPDK of an agent's process, and its packet buffers. */
final class AgentDpdk implements AutoCloseable {
    final Eal eal;
    final PacketPool pool;

    /**
     * Starts DPDK.
     *
     * @throws DpdkException where it cannot be had, or its memory
     */
    AgentDpdk(AgentSettings settings) {
        eal = Eal.start(arguments(settings));
        int roomBytes = EalArguments.slotBytes(RoceFrame.maxFrameBytes(settings.mtuBytes()));
        pool = PacketPool.create(eal, "agent", settings.buffers(), roomBytes);
    }

    @Override
    public void close() {
        eal.close();
    }

    private static EalArguments arguments(AgentSettings settings) {
        List<String> devices =
                settings.ports().stream()
                        .filter(port -> !port.pci())
                        .map(AgentPort::device)
                        .toList();
        List<String> more = new ArrayList<>(settings.ealArguments());
        settings.ports().stream()
                .filter(AgentPort::pci)
                .forEach(port -> more.add("--allow=" + port.device()));
        return new EalArguments(
                settings.memoryMegabytes(),
                settings.hugePages(),
                devices.size() < settings.ports().size(),
                devices,
                "losslab-agent-" + ProcessHandle.current().pid(),
                more);
    }
}

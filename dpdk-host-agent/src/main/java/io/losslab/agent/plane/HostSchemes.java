package io.losslab.agent.plane;

import io.losslab.flowcontrol.EgressChain;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.ReservedBuffer;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The schemes that run on the host, and whose timer is due. */
public final class HostSchemes {
    private final AgentDevice device;
    private final List<EgressScheme> schemes = new ArrayList<>();
    private final List<List<EgressScheme>> byPort = new ArrayList<>();

    public HostSchemes(AgentDevice device) {
        this.device = device;
        for (int port = 0; port <= device.ports(); port++) {
            byPort.add(new ArrayList<>());
        }
    }

    /**
     * Adds the host's side of a scheme, if it has one.
     *
     * @param settings resolved, by port
     * @throws IllegalArgumentException where the settings cannot be
     */
    public void add(SchemeType type, Map<Integer, Settings> settings) {
        if (!type.has(Trait.RUNS_ON_HOSTS)) {
            return;
        }
        EgressScheme scheme = type.egress(new AgentPlane(device, schemes.size()), settings);
        if (scheme == null) {
            return;
        }
        schemes.add(scheme);
        for (int port : settings.keySet()) {
            List<EgressScheme> here = byPort.get(port);
            here.add(scheme);
            device.setScheme(port, EgressChain.of(here));
        }
    }

    /**
     * Whether a scheme needs of this host what agents do not do: hold back, or give credits to, who
     * sends to it. A host of one port relays nothing, so that only credits are missed.
     *
     * @param settings resolved
     */
    public boolean needsDownstream(SchemeType type, int port, Settings settings) {
        IngressScheme downstream = type.downstream(new AgentPlane(device, -1), port, settings);
        if (downstream == null) {
            return false;
        }
        return type.has(Trait.GRANTS_CREDITS)
                || device.ports() > 1 && !(downstream instanceof ReservedBuffer);
    }

    /** Takes all schemes off the ports, and their timers with them. */
    public void clear() {
        schemes.clear();
        device.timers().clear();
        for (int port = 1; port <= device.ports(); port++) {
            byPort.get(port).clear();
            device.clearScheme(port);
        }
    }

    /** Starts all; after the last {@link #add}, with the device's time set. */
    public void start() {
        schemes.forEach(EgressScheme::start);
    }

    /** When a timer is due next; {@link Long#MAX_VALUE} if none is set. */
    public long nextTimerNanos() {
        return device.timers().nextNanos();
    }

    /** Fires what is due. */
    public void fireTimers(long nowNanos) {
        Timers timers = device.timers();
        while (timers.nextNanos() <= nowNanos) {
            int scheme = timers.nextScheme();
            int timer = timers.nextTimer();
            timers.removeNext();
            schemes.get(scheme).onTimer(timer);
        }
    }
}

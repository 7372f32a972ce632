package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pyrrha as the registry knows it. */
public final class PyrrhaType implements TypedScheme<PyrrhaSettings> {
    @Override
    public String name() {
        return "pyrrha";
    }

    @Override
    public String title() {
        return "Pyrrha: pauses by congestion root, isolation queues per root (Zhang et al.)";
    }

    @Override
    public List<Setting> settings() {
        return PyrrhaSettings.KEYS;
    }

    /** A root lies so many hops from the device, which a flow may pass more than once. */
    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.RUNS_ON_HOSTS, Trait.ASKS_FOR_PATHS, Trait.NEEDS_WHOLE_DEVICE);
    }

    /** Without a BDP of its own, a port has one for each link that its pauses cross. */
    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        return given.withoutAuto(PyrrhaSettings.HOP_BDP);
    }

    @Override
    public PyrrhaSettings read(Settings settings) {
        return PyrrhaSettings.of(settings);
    }

    @Override
    public EgressScheme egress(DataPlane plane, Map<Integer, Settings> byPort) {
        return new Pyrrha(plane, Settings.read(byPort, this::read));
    }

    /**
     * Theorem 1, where NICs too stop single flows, no neighbour speaks PFC, and there are as many
     * queues as can be: roots that share one block each other's flows. Pyrrha cannot promise that
     * nothing is dropped (IV-D, Handling rare packet loss).
     */
    @Override
    public Set<Promise> promises(Settings settings, LinkProfile link) {
        PyrrhaSettings checked = PyrrhaSettings.of(settings);
        boolean isolates =
                checked.hostAware()
                        && !checked.pfcPeer()
                        && checked.isolationQueues() == PyrrhaSettings.MAX_ISOLATION_QUEUES;
        return isolates ? Set.of(Promise.NO_HOL_BLOCKING) : Set.of();
    }

    /** The OQ and the isolation queues. */
    @Override
    public int queues(Settings settings, int devicePorts) {
        return 1 + PyrrhaSettings.MAX_ISOLATION_QUEUES;
    }
}

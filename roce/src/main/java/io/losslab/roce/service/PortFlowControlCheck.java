package io.losslab.roce.service;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.SettingProblem;
import io.losslab.flowcontrol.Settings;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What is checked of the ports of any device, switch or host, before flow control is set. */
public final class PortFlowControlCheck {
    private final String device;
    private final int ports;
    private final Set<Integer> named = new HashSet<>();

    /** Begins a configuration of a device with ports from 1 up to a number. */
    public PortFlowControlCheck(String device, int ports) {
        this.device = device;
        this.ports = ports;
    }

    /**
     * Checks one port after the other: that there is such a port, once, and that something is asked
     * of it.
     *
     * @throws IllegalArgumentException where that is not so
     */
    public void check(PortFlowControl config) {
        int port = config.getPort();
        if (port < 1 || port > ports) {
            throw new IllegalArgumentException(
                    "%s has ports 1..%d, not %d".formatted(device, ports, port));
        }
        if (!named.add(port)) {
            throw new IllegalArgumentException("port " + port + " is named twice");
        }
        if (config.getSchemeCase() == PortFlowControl.SchemeCase.SCHEME_NOT_SET
                && config.getNamedCount() == 0) {
            throw new IllegalArgumentException(
                    "port " + port + " names no scheme: none, pfc, coprocessor or a named one");
        }
    }

    /** Ports that the configuration names. */
    public Set<Integer> named() {
        return named;
    }

    /**
     * Finds a scheme and checks its settings.
     *
     * @param bufferBytes packet memory that the device will have
     * @throws IllegalArgumentException where there is no such scheme, or its settings cannot be
     */
    public static SchemeType scheme(
            int port, NamedScheme named, LinkProfile link, long bufferBytes) {
        SchemeType type =
                SchemeTypes.find(named.getName()).orElseThrow(() -> unknown(named.getName()));
        for (SettingProblem problem :
                type.problems(new Settings(named.getSettingsMap()), link, bufferBytes)) {
            if (problem.fatal()) {
                throw new IllegalArgumentException(
                        "port %d, %s: %s: %s"
                                .formatted(port, type.name(), problem.field(), problem.message()));
            }
        }
        return type;
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException(
                "no scheme is named '%s'; this device has %s"
                        .formatted(
                                name,
                                SchemeTypes.all().stream()
                                        .map(SchemeType::name)
                                        .collect(Collectors.joining(", "))));
    }
}

package io.losslab.configs.testbed;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.traffic.perftest.RdmaDevice;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A switch or a host of a testbed.
 *
 * @param name unique in the testbed
 * @param kind what it is
 * @param id by which its services know it, at least 1
 * @param addresses where its services listen
 * @param ports in the file's order; labels and numbers are unique
 * @param security of all its channels
 * @param electionId its P4Runtime controller claims to be primary with, at least 1
 * @param deadline longest time a call may take
 * @param ipv4 address of a host's traffic, four octets in an int; empty: the topology's
 * @param ssh how it is logged in to
 * @param own what only its kind has
 * @param rdma what perftest sends with on a host that has no agent; empty: the agent sends
 * @param agent what an agent sends by that is started for a run; empty: it runs already
 * @param tunnelled services that are reached in plaintext through its SSH connection; their
 *     addresses are as the device sees them
 */
public record Device(
        String name,
        DeviceType kind,
        long id,
        Map<Service, DeviceAddress> addresses,
        List<DevicePort> ports,
        ChannelSecurity security,
        long electionId,
        Duration deadline,
        Optional<Integer> ipv4,
        Optional<SshLogin> ssh,
        Optional<Object> own,
        Optional<RdmaDevice> rdma,
        Optional<AgentDevices> agent,
        Set<Service> tunnelled) {
    /** Longest time a call may take where the file does not say. */
    public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(10);

    public Device {
        addresses = Map.copyOf(addresses);
        ports = List.copyOf(ports);
        tunnelled = Set.copyOf(tunnelled);
        if (id < 1) {
            throw new IllegalArgumentException(
                    "deviceId of %s must be at least 1, got %d".formatted(name, id));
        }
        if (electionId < 1) {
            throw new IllegalArgumentException(
                    "electionId of %s must be at least 1, got %d".formatted(name, electionId));
        }
        if (rdma.isPresent() && ssh.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has 'perftest', which requires 'ssh'".formatted(name));
        }
        if (agent.isPresent() && ssh.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has 'agent', which requires 'ssh'".formatted(name));
        }
        if (!tunnelled.isEmpty() && ssh.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has 'tunnel', which requires 'ssh'".formatted(name));
        }
    }

    /** A device without what only some kinds have. */
    public Device(
            String name,
            DeviceType kind,
            long id,
            Map<Service, DeviceAddress> addresses,
            List<DevicePort> ports,
            ChannelSecurity security,
            long electionId,
            Duration deadline,
            Optional<Integer> ipv4,
            Optional<SshLogin> ssh) {
        this(
                name,
                kind,
                id,
                addresses,
                ports,
                security,
                electionId,
                deadline,
                ipv4,
                ssh,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Set.of());
    }

    /** The same device as one of another kind, with none of a kind's settings. */
    public Device as(
            DeviceType otherKind,
            Map<Service, DeviceAddress> otherAddresses,
            UnaryOperator<DevicePort> asItsPort) {
        return new Device(
                name,
                otherKind,
                id,
                otherAddresses,
                ports.stream().map(asItsPort).toList(),
                security,
                electionId,
                deadline,
                ipv4,
                ssh);
    }

    /** The same, some of whose services are reached through an SSH connection. */
    public Device behind(SshLogin login, Set<Service> throughIt) {
        return new Device(
                name,
                kind,
                id,
                addresses,
                ports,
                security,
                electionId,
                deadline,
                ipv4,
                Optional.of(login),
                own,
                rdma,
                agent,
                throughIt);
    }

    /** The same with other settings of its kind. */
    public Device having(Object settings) {
        return new Device(
                name,
                kind,
                id,
                addresses,
                ports,
                security,
                electionId,
                deadline,
                ipv4,
                ssh,
                Optional.of(settings),
                rdma,
                agent,
                tunnelled);
    }

    /** Whether it has a service, or will have once its agent is started. */
    public boolean has(Service service) {
        return addresses.containsKey(service) || isStarted(service);
    }

    /** Whether a service is that of the agent that is started for a run. */
    public boolean isStarted(Service service) {
        return service.equals(Service.HOST_AGENT) && agent.isPresent();
    }

    /** The same, with its agent reached at an address of this machine. */
    public Device agentAt(DeviceAddress loopback) {
        Map<Service, DeviceAddress> all = new HashMap<>(addresses);
        all.put(Service.HOST_AGENT, loopback);
        return new Device(
                name,
                kind,
                id,
                all,
                ports,
                ChannelSecurity.plaintext(),
                electionId,
                deadline,
                ipv4,
                ssh,
                own,
                rdma,
                agent,
                tunnelled);
    }

    /**
     * Where a service listens; one that is {@link #tunnelled}, as the device sees it.
     *
     * @throws IllegalArgumentException where the device has no such service
     */
    public DeviceAddress address(Service service) {
        DeviceAddress address = addresses.get(service);
        if (address == null) {
            throw new IllegalArgumentException(
                    "%s has no address for %s".formatted(name, service.word()));
        }
        return address;
    }

    /**
     * What only its kind has.
     *
     * @throws java.util.NoSuchElementException where it has nothing
     */
    public <T> T settings(Class<T> type) {
        return type.cast(own.orElseThrow());
    }

    /** The port that cables call so. */
    public Optional<DevicePort> port(String label) {
        return ports.stream().filter(port -> port.label().equals(label)).findFirst();
    }
}

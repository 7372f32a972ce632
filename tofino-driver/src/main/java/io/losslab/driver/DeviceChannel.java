package io.losslab.driver;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.ClientCalls;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A gRPC channel to one server, with the name its errors carry and a deadline for each call. One
 * server may stand for many devices; {@link #as} gives the same connection another device's name.
 *
 * <p>Thread-safe. The connection is made by the first call. Closing any of the names closes the
 * connection.
 */
public final class DeviceChannel implements AutoCloseable {
    /** How a call ends to which the server says nothing. */
    private static final Set<Status.Code> NO_ANSWER =
            EnumSet.of(Status.Code.UNAVAILABLE, Status.Code.DEADLINE_EXCEEDED);

    private static final Duration LOADING = Duration.ofMinutes(2);

    /** A call that may take much longer is not what makes a connection slow. */
    private static final Duration LONGEST_CONNECTING = Duration.ofMinutes(2);

    private final String device;
    private final DeviceAddress address;
    private final Duration callDeadline;
    private final Optional<Passage> passage;
    private final Connection connection;

    /** The channel, with what every call passes through on its way. */
    private final Channel calls;

    private DeviceChannel(
            String device,
            DeviceAddress address,
            Duration callDeadline,
            Optional<Passage> passage,
            Connection connection,
            Channel calls) {
        this.device = device;
        this.address = address;
        this.callDeadline = callDeadline;
        this.passage = passage;
        this.connection = connection;
        this.calls = calls;
    }

    /**
     * Opens a channel.
     *
     * @param device name that errors carry
     * @param callDeadline longest time a call may take, above zero
     * @throws DeviceException where plaintext would leave this machine, the host has no address, or
     *     a TLS file cannot be read
     */
    public static DeviceChannel open(
            String device, DeviceAddress address, ChannelSecurity security, Duration callDeadline) {
        return open(
                device,
                address,
                callDeadline,
                Optional.empty(),
                new GrpcConnections(device, address).make(security));
    }

    /**
     * Opens a channel in plaintext through a passage.
     *
     * @param device name that errors carry
     * @param address where the server listens, at the passage's far end
     * @param callDeadline longest time a call may take, above zero
     */
    public static DeviceChannel open(
            String device, DeviceAddress address, Passage passage, Duration callDeadline) {
        return open(
                device,
                address,
                callDeadline,
                Optional.of(passage),
                new GrpcConnections(device, passage.entry()).make(ChannelSecurity.plaintext()));
    }

    /**
     * Takes a connection that has been made, such as one to a server in this process.
     *
     * @param device name that errors carry
     * @param address that errors carry
     * @param channel to be closed with this one
     * @param callDeadline longest time a call may take, above zero
     */
    public static DeviceChannel over(
            String device, DeviceAddress address, ManagedChannel channel, Duration callDeadline) {
        return open(device, address, callDeadline, Optional.empty(), channel);
    }

    private static DeviceChannel open(
            String device,
            DeviceAddress address,
            Duration callDeadline,
            Optional<Passage> passage,
            ManagedChannel channel) {
        if (callDeadline.isNegative() || callDeadline.isZero()) {
            throw new IllegalArgumentException("callDeadline must be above zero: " + callDeadline);
        }
        return new DeviceChannel(
                device, address, callDeadline, passage, new Connection(channel, address), channel);
    }

    /** The same connection under the name of another device behind it. */
    public DeviceChannel as(String otherDevice) {
        return new DeviceChannel(otherDevice, address, callDeadline, passage, connection, calls);
    }

    /** The same connection, on which every call passes through an interceptor, such as a login. */
    public DeviceChannel through(ClientInterceptor interceptor) {
        return new DeviceChannel(
                device,
                address,
                callDeadline,
                passage,
                connection,
                ClientInterceptors.intercept(calls, interceptor));
    }

    /** The same connection, whose calls may load a program, which may reset the chip. */
    public DeviceChannel loading() {
        return allowing(LOADING);
    }

    /** The same connection, whose calls may take longer. */
    public DeviceChannel allowing(Duration atLeast) {
        Duration longer = callDeadline.compareTo(atLeast) > 0 ? callDeadline : atLeast;
        return new DeviceChannel(device, address, longer, passage, connection, calls);
    }

    /** The same connection, whose calls may take no longer. */
    public DeviceChannel within(Duration atMost) {
        Duration shorter = callDeadline.compareTo(atMost) < 0 ? callDeadline : atMost;
        return new DeviceChannel(device, address, shorter, passage, connection, calls);
    }

    /** The device's name. */
    public String device() {
        return device;
    }

    /** Where the server listens. */
    public DeviceAddress address() {
        return address;
    }

    /** Whether it has a connection at present. */
    public boolean isConnected() {
        return connection.stands();
    }

    /** Longest time a call may take. */
    public Duration callDeadline() {
        return callDeadline;
    }

    /** For making stubs. */
    public Channel channel() {
        return calls;
    }

    /** The stub with the deadline that starts now. */
    public <S extends AbstractStub<S>> S timed(S stub) {
        return stub.withDeadlineAfter(callDeadline.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Makes a call. Where no connection can be made, and so nothing has been sent, it is tried
     * again a few times, each time after a longer pause; a device that listens by then has until
     * the deadline, but two minutes at most, to make the connection.
     *
     * @param name of the call, for errors
     * @throws DeviceException where it fails
     */
    public <T> T call(String name, Supplier<T> call) {
        long end = System.nanoTime() + within(LONGEST_CONNECTING).callDeadline.toNanos();
        if (passage.isPresent() && !connection.isMade(end)) {
            throw unreachable();
        }
        for (int attempt = 0; ; attempt++) {
            try {
                return call.get();
            } catch (StatusRuntimeException e) {
                CallFailure failure = new CallFailure(this, name, e);
                if (!failure.wasNeverSent() || !Connection.restAfter(attempt, end)) {
                    throw failure.explained();
                }
                connection.renew(end);
            }
        }
    }

    /**
     * Makes a unary call of any method.
     *
     * @throws DeviceException where it fails
     */
    public <Q, R> R unary(MethodDescriptor<Q, R> method, Q request) {
        return call(
                method.getBareMethodName(),
                () -> ClientCalls.blockingUnaryCall(calls, method, deadline(), request));
    }

    /**
     * Makes a call that is answered by a stream, and hands over its messages on this thread.
     *
     * @param options {@link #deadline()}, or the default ones for a call that may take any time
     * @throws DeviceException where it fails
     */
    public <Q, R> void collect(
            MethodDescriptor<Q, R> method, Q request, CallOptions options, Consumer<R> receiver) {
        call(
                method.getBareMethodName(),
                () -> {
                    ClientCalls.blockingServerStreamingCall(calls, method, options, request)
                            .forEachRemaining(receiver);
                    return method;
                });
    }

    /** Options of a call with the deadline that starts now. */
    public CallOptions deadline() {
        return CallOptions.DEFAULT.withDeadlineAfter(callDeadline.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Makes sure that the server answers, by a call that every gRPC server answers: that of the
     * health service. What it says does not matter, nor whether it has that service.
     *
     * @throws DeviceException where no answer comes by the deadline
     */
    public void requireAnswer() {
        call(
                "Check",
                () -> {
                    try {
                        return ClientCalls.blockingUnaryCall(
                                calls,
                                HealthGrpc.getCheckMethod(),
                                deadline(),
                                HealthCheckRequest.getDefaultInstance());
                    } catch (StatusRuntimeException e) {
                        if (NO_ANSWER.contains(e.getStatus().getCode())) {
                            throw e;
                        }
                        return HealthCheckResponse.getDefaultInstance();
                    }
                });
    }

    /** An error of this device, to which there is no connection. */
    private DeviceException unreachable() {
        return trouble()
                .orElseGet(() -> unreachable("cannot be reached", CallFailure.CHECK_ADDRESS, null));
    }

    /** Why the passage is closed. */
    Optional<DeviceException> trouble() {
        return passage.flatMap(Passage::trouble)
                .map(trouble -> unreachable(trouble.problem(), trouble.advice(), null));
    }

    /** What a failed call means to the user. */
    public DeviceException failure(String call, StatusRuntimeException e) {
        return new CallFailure(this, call, e).explained();
    }

    /** An error of this device, which answered. */
    public DeviceException refused(String problem, String advice, Throwable cause) {
        return DeviceException.refused(device, place(), problem, advice, cause);
    }

    /** An error of this device, which is at fault. */
    public DeviceException failed(String problem, String advice, Throwable cause) {
        return DeviceException.failed(device, address.toString(), problem, advice, cause);
    }

    /**
     * Reads what the device sent; one whose answers make no sense is at fault.
     *
     * @param advice what to check on it
     * @param reading fails with {@link IllegalArgumentException} where it cannot
     * @throws DeviceException where it cannot
     */
    public <T> T understood(String advice, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw failed("what it sent cannot be read: " + e.getMessage(), advice, e);
        }
    }

    /** An error of this device, which did not answer. */
    public DeviceException unreachable(String problem, String advice, Throwable cause) {
        return DeviceException.unreachable(device, place(), problem, advice, cause);
    }

    private String place() {
        return passage.isPresent() ? address + " through SSH" : address.toString();
    }

    /** Ends the connection; calls under way are cancelled. */
    @Override
    public void close() {
        connection.close();
    }
}

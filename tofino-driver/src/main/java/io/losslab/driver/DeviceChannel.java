package io.losslab.driver;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.ClientCalls;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A gRPC channel to one server, with the name its errors carry and a deadline for each call. One
 * server may stand for many devices; {@link #as} gives the same connection another device's name.
 *
 * <p>Thread-safe. The connection is made by the first call. Closing any of the names closes the
 * connection.
 */
public final class DeviceChannel implements AutoCloseable {
    /** Before a call that could not connect is tried again: 0.1 s, 0.2 s and 0.4 s on average. */
    private static final BackOff CONNECTING = new BackOff(133, 533, 3);

    private final String device;
    private final DeviceAddress address;
    private final Duration callDeadline;
    private final Optional<Passage> passage;
    private final ManagedChannel channel;

    /** The channel, with what every call passes through on its way. */
    private final Channel calls;

    private DeviceChannel(
            String device,
            DeviceAddress address,
            Duration callDeadline,
            Optional<Passage> passage,
            ManagedChannel channel,
            Channel calls) {
        this.device = device;
        this.address = address;
        this.callDeadline = callDeadline;
        this.passage = passage;
        this.channel = channel;
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

    private static DeviceChannel open(
            String device,
            DeviceAddress address,
            Duration callDeadline,
            Optional<Passage> passage,
            ManagedChannel channel) {
        if (callDeadline.isNegative() || callDeadline.isZero()) {
            throw new IllegalArgumentException("callDeadline must be above zero: " + callDeadline);
        }
        return new DeviceChannel(device, address, callDeadline, passage, channel, channel);
    }

    /** The same connection under the name of another device behind it. */
    public DeviceChannel as(String otherDevice) {
        return new DeviceChannel(otherDevice, address, callDeadline, passage, channel, calls);
    }

    /** The same connection, on which every call passes through an interceptor, such as a login. */
    public DeviceChannel through(ClientInterceptor interceptor) {
        return new DeviceChannel(
                device,
                address,
                callDeadline,
                passage,
                channel,
                ClientInterceptors.intercept(calls, interceptor));
    }

    /** The same connection, whose calls may take longer. */
    public DeviceChannel allowing(Duration atLeast) {
        Duration longer = callDeadline.compareTo(atLeast) > 0 ? callDeadline : atLeast;
        return new DeviceChannel(device, address, longer, passage, channel, calls);
    }

    /** The device's name. */
    public String device() {
        return device;
    }

    /** Where the server listens. */
    public DeviceAddress address() {
        return address;
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
     * the deadline to make the connection.
     *
     * @param name of the call, for errors
     * @throws DeviceException where it fails
     */
    public <T> T call(String name, Supplier<T> call) {
        long end = System.nanoTime() + callDeadline.toNanos();
        if (passage.isPresent()) {
            passThrough(end);
        }
        for (int attempt = 0; ; attempt++) {
            try {
                return call.get();
            } catch (StatusRuntimeException e) {
                if (!wasNeverSent(e) || attempt == CONNECTING.attempts() || !rest(attempt, end)) {
                    throw failure(name, e);
                }
                channel.resetConnectBackoff();
                if (isListening(end - System.nanoTime())) {
                    awaitState(ConnectivityState.READY::equals, end - System.nanoTime());
                }
            }
        }
    }

    /**
     * Makes the connection, so that a call is not sent where it fails: the entry of a passage takes
     * connections that lead nowhere.
     */
    private void passThrough(long end) {
        for (int attempt = 0; ; attempt++) {
            if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
                // Otherwise this state stays until a connection stands.
                channel.enterIdle();
            }
            if (connected(end - System.nanoTime()) == ConnectivityState.READY) {
                return;
            }
            if (attempt == CONNECTING.attempts() || !rest(attempt, end)) {
                throw unreachable();
            }
        }
    }

    /** The state of the connection once it stands or has failed, or when patience ends. */
    private ConnectivityState connected(long patienceNanos) {
        return awaitState(
                at -> at == ConnectivityState.READY || at == ConnectivityState.TRANSIENT_FAILURE,
                patienceNanos);
    }

    /**
     * Pauses before a call is tried again; false where the time is up or the thread interrupted.
     */
    private static boolean rest(int attempt, long end) {
        long pause = CONNECTING.delayMillis(attempt, ThreadLocalRandom.current());
        if (System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause) > end) {
            return false;
        }
        try {
            TimeUnit.MILLISECONDS.sleep(pause);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether connections are accepted at the address, as the kernel sees it. */
    private boolean isListening(long patienceNanos) {
        int millis = (int) Math.max(1, Math.min(Integer.MAX_VALUE, patienceNanos / 1_000_000));
        try (Socket probe = new Socket()) {
            probe.connect(new InetSocketAddress(address.host(), address.port()), millis);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits for a state of the connection, which is made if there is none; the last one seen. */
    private ConnectivityState awaitState(Predicate<ConnectivityState> wanted, long patienceNanos) {
        long end = System.nanoTime() + patienceNanos;
        ConnectivityState state = channel.getState(true);
        while (!wanted.test(state)) {
            CountDownLatch changed = new CountDownLatch(1);
            channel.notifyWhenStateChanged(state, changed::countDown);
            try {
                if (!changed.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return state;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return state;
            }
            state = channel.getState(true);
        }
        return state;
    }

    /**
     * Whether gRPC's text says that the other side speaks HTTP/1, HTTP without gRPC, or neither.
     */
    private static boolean isOfNoGrpcServer(String text) {
        return text.startsWith("HTTP status code ")
                || text.startsWith("invalid content-type")
                || text.startsWith("http2 exception");
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse(text);
    }

    private static boolean wasNeverSent(StatusRuntimeException e) {
        return e.getStatus().getCode() == Status.Code.UNAVAILABLE
                && root(e) instanceof ConnectException;
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

    /** An error of this device, to which there is no connection. */
    private DeviceException unreachable() {
        return trouble()
                .orElseGet(
                        () ->
                                unreachable(
                                        "cannot be reached",
                                        "check that it is up and that address, port and TLS"
                                                + " settings are right",
                                        null));
    }

    /** Why the passage is closed. */
    private Optional<DeviceException> trouble() {
        return passage.flatMap(Passage::trouble)
                .map(trouble -> unreachable(trouble.problem(), trouble.advice(), null));
    }

    /** What a failed call means to the user. */
    public DeviceException failure(String call, StatusRuntimeException e) {
        Status status = e.getStatus();
        String text = status.getDescription() == null ? "no reason given" : status.getDescription();
        if (isOfNoGrpcServer(text)) {
            return unreachable(
                    "what listens there is not a gRPC server (%s)".formatted(firstLine(text)),
                    "check the address and port in the testbed file",
                    e);
        }
        return switch (status.getCode()) {
            case UNAVAILABLE ->
                    trouble()
                            .orElseGet(
                                    () ->
                                            unreachable(
                                                    "cannot be reached (%s)"
                                                            .formatted(rootMessage(e, text)),
                                                    "check that it is up and that address, port and"
                                                            + " TLS settings are right",
                                                    e));
            case DEADLINE_EXCEEDED ->
                    unreachable(
                            "%s got no answer within %s s"
                                    .formatted(call, callDeadline.toMillis() / 1e3),
                            "check the device's load and the path to it, or raise the deadline",
                            e);
            case UNIMPLEMENTED ->
                    refused(
                            "%s is not supported (%s)".formatted(call, text),
                            "check that its kind and version match the testbed file",
                            e);
            case NOT_FOUND ->
                    refused(call + " found nothing (" + text + ")", "check ids and ports", e);
            case INVALID_ARGUMENT, OUT_OF_RANGE, FAILED_PRECONDITION, ALREADY_EXISTS ->
                    refused(call + " was refused (" + text + ")", "correct the setting", e);
            case PERMISSION_DENIED ->
                    refused(
                            call + " is not permitted (" + text + ")",
                            "check user, password, certificate, and rights",
                            e);
            case UNAUTHENTICATED ->
                    failed(
                            call + " is not permitted (" + text + ")",
                            "check user, password, certificate, and rights",
                            e);
            default ->
                    failed(
                            "%s failed with %s (%s)".formatted(call, status.getCode(), text),
                            "see the device's log",
                            e);
        };
    }

    /** An error of this device, which answered. */
    public DeviceException refused(String problem, String advice, Throwable cause) {
        return DeviceException.refused(device, place(), problem, advice, cause);
    }

    /** An error of this device, which is at fault. */
    public DeviceException failed(String problem, String advice, Throwable cause) {
        return DeviceException.failed(device, address.toString(), problem, advice, cause);
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
        channel.shutdownNow();
        try {
            channel.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String rootMessage(Throwable e, String otherwise) {
        Throwable root = root(e);
        return root == e || root.getMessage() == null ? otherwise : root.getMessage();
    }

    private static Throwable root(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }
}

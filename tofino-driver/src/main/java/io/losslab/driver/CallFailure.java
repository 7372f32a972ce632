package io.losslab.driver;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.ConnectException;

/**
 * A call that failed.
 *
 * @param channel on which it was made
 * @param call its name, for errors
 * @param cause what gRPC says
 */
record CallFailure(DeviceChannel channel, String call, StatusRuntimeException cause) {
    /** What to do about a device that cannot be reached. */
    static final String CHECK_ADDRESS =
            "check that it is up and that address, port and TLS settings are right";

    /** Whether no connection could be made, and so nothing has been sent. */
    boolean wasNeverSent() {
        return cause.getStatus().getCode() == Status.Code.UNAVAILABLE
                && root(cause) instanceof ConnectException;
    }

    /** What it means to the user. */
    DeviceException explained() {
        Status status = cause.getStatus();
        String text = status.getDescription() == null ? "no reason given" : status.getDescription();
        if (isOfNoGrpcServer(text)) {
            return channel.unreachable(
                    "what listens there is not a gRPC server (%s)".formatted(firstLine(text)),
                    "check the address and port in the testbed file",
                    cause);
        }
        return switch (status.getCode()) {
            case UNAVAILABLE ->
                    channel.trouble()
                            .orElseGet(
                                    () ->
                                            channel.unreachable(
                                                    "cannot be reached (%s)"
                                                            .formatted(rootMessage(cause, text)),
                                                    CHECK_ADDRESS,
                                                    cause));
            case DEADLINE_EXCEEDED ->
                    channel.unreachable(
                            "%s got no answer within %s s"
                                    .formatted(call, channel.callDeadline().toMillis() / 1e3),
                            "check the device's load and the path to it, or raise the deadline",
                            cause);
            case UNIMPLEMENTED ->
                    channel.failed(
                            "%s is not supported (%s)".formatted(call, text),
                            "check that its kind and version match the testbed file",
                            cause);
            case NOT_FOUND ->
                    channel.failed(
                            call + " found nothing (" + text + ")", "check ids and ports", cause);
            case INVALID_ARGUMENT, OUT_OF_RANGE, FAILED_PRECONDITION, ALREADY_EXISTS ->
                    channel.refused(
                            call + " was refused (" + text + ")", "correct the setting", cause);
            case PERMISSION_DENIED, UNAUTHENTICATED ->
                    channel.failed(
                            call + " is not permitted (" + text + ")",
                            "check user, password, certificate, and rights",
                            cause);
            default ->
                    channel.failed(
                            "%s failed with %s (%s)".formatted(call, status.getCode(), text),
                            "see the device's log",
                            cause);
        };
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

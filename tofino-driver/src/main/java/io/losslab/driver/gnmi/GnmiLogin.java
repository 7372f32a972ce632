package io.losslab.driver.gnmi;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall;
import io.grpc.ForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

/**
 * User and password in the metadata of every call (gNMI authentication, "credentials in metadata").
 * The password appears nowhere else: a status that repeats it loses it.
 */
public final class GnmiLogin implements ClientInterceptor {
    private static final Metadata.Key<String> USER =
            Metadata.Key.of("username", Metadata.ASCII_STRING_MARSHALLER);
    private static final Metadata.Key<String> PASSWORD =
            Metadata.Key.of("password", Metadata.ASCII_STRING_MARSHALLER);
    private static final String HIDDEN = "***";

    private final String user;
    private final String password;

    /**
     * A login.
     *
     * @throws IllegalArgumentException where one is empty, or metadata cannot carry it
     */
    public GnmiLogin(String user, String password) {
        requireText("user name", user);
        requireText("password", password);
        this.user = user;
        this.password = password;
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
            MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        return new ForwardingClientCall.SimpleForwardingClientCall<>(
                next.newCall(method, options)) {
            @Override
            public void start(Listener<R> listener, Metadata headers) {
                headers.put(USER, user);
                headers.put(PASSWORD, password);
                super.start(
                        new ForwardingClientCallListener.SimpleForwardingClientCallListener<>(
                                listener) {
                            @Override
                            public void onClose(Status status, Metadata trailers) {
                                super.onClose(hidden(status), trailers);
                            }
                        },
                        headers);
            }
        };
    }

    private Status hidden(Status status) {
        String text = status.getDescription();
        return text == null || !text.contains(password)
                ? status
                : status.withDescription(text.replace(password, HIDDEN));
    }

    private static void requireText(String what, String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IllegalArgumentException(
                    "the %s must be printable ASCII and not empty".formatted(what));
        }
    }

    /** The user alone. */
    @Override
    public String toString() {
        return "user " + user;
    }
}

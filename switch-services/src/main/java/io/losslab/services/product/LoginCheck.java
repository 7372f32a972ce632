package io.losslab.services.product;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.function.UnaryOperator;

/**
 * Refuses calls whose metadata does not have user and password of an account (gNMI authentication,
 * "credentials in metadata").
 */
public final class LoginCheck implements ServerInterceptor {
    private static final Metadata.Key<String> USER =
            Metadata.Key.of("username", Metadata.ASCII_STRING_MARSHALLER);
    private static final Metadata.Key<String> PASSWORD =
            Metadata.Key.of("password", Metadata.ASCII_STRING_MARSHALLER);

    private final ProductAccount account;
    private final UnaryOperator<String> wrongLogin;

    /**
     * A check of every call.
     *
     * @param wrongLogin the product's words, by the user that a call names
     */
    public LoginCheck(ProductAccount account, UnaryOperator<String> wrongLogin) {
        this.account = account;
        this.wrongLogin = wrongLogin;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String user = text(headers, USER);
        if (user.equals(account.user()) && isPassword(text(headers, PASSWORD))) {
            return next.startCall(call, headers);
        }
        call.close(Status.UNAUTHENTICATED.withDescription(wrongLogin.apply(user)), new Metadata());
        return new ServerCall.Listener<>() {};
    }

    private boolean isPassword(String text) {
        return MessageDigest.isEqual(
                text.getBytes(StandardCharsets.US_ASCII),
                account.password().getBytes(StandardCharsets.US_ASCII));
    }

    private static String text(Metadata headers, Metadata.Key<String> key) {
        String value = headers.get(key);
        return value == null ? "" : value;
    }
}

package io.losslab.softswitch.p4runtime;

import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/**
 * A request, or one update of a batch, that is not done; the code is the one the specification
 * names.
 */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    private final Code code;

    Refusal(Code code, String message) {
        super(message);
        this.code = code;
    }

    static Refusal invalid(String message) {
        return new Refusal(Code.INVALID_ARGUMENT, message);
    }

    static Refusal unimplemented(String message) {
        return new Refusal(Code.UNIMPLEMENTED, message);
    }

    /** The plane said no. */
    static Refusal ofPlane(IllegalStateException cause) {
        return new Refusal(Code.FAILED_PRECONDITION, cause.getMessage());
    }

    Code code() {
        return code;
    }

    StatusRuntimeException toStatus() {
        return Status.fromCodeValue(code.getNumber())
                .withDescription(getMessage())
                .asRuntimeException();
    }
}

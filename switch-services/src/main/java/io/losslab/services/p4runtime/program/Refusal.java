package io.losslab.services.p4runtime.program;

import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/**
 * A request, or one update of a batch, that is not done; the code is the one the specification
 * names. Has no stack trace: a batch may have thousands.
 */
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    private final Code code;

    public Refusal(Code code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    public static Refusal invalid(String message) {
        return new Refusal(Code.INVALID_ARGUMENT, message);
    }

    public static Refusal unimplemented(String message) {
        return new Refusal(Code.UNIMPLEMENTED, message);
    }

    /** The plane said no. */
    public static Refusal ofPlane(IllegalStateException cause) {
        return new Refusal(Code.FAILED_PRECONDITION, cause.getMessage());
    }

    public static void invalidIf(boolean wrong, String message) throws Refusal {
        if (wrong) {
            throw invalid(message);
        }
    }

    public Code code() {
        return code;
    }

    public StatusRuntimeException toStatus() {
        return Status.fromCodeValue(code.getNumber())
                .withDescription(getMessage())
                .asRuntimeException();
    }
}

package io.losslab.services.bfrt;

import com.google.rpc.Code;
import io.losslab.proto.bfrt.Error;

/** A status of the SDE that is not success. */
final class SdeRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Code code;

    private SdeRefusal(Code code, String message) {
        super(message);
        this.code = code;
    }

    static SdeRefusal invalid(String what) {
        return new SdeRefusal(Code.INVALID_ARGUMENT, what + " Invalid arguments");
    }

    static SdeRefusal missing(String what) {
        return new SdeRefusal(Code.NOT_FOUND, what + " Object not found");
    }

    static SdeRefusal exists(String what) {
        return new SdeRefusal(Code.ALREADY_EXISTS, what + " Already exists");
    }

    static SdeRefusal referenced(String what) {
        return new SdeRefusal(
                Code.ALREADY_EXISTS,
                what + " Action data entry is being referenced by match entries");
    }

    static SdeRefusal unsupported(String what) {
        return new SdeRefusal(Code.UNIMPLEMENTED, what + " Operation not supported");
    }

    static SdeRefusal full(String what) {
        return new SdeRefusal(Code.RESOURCE_EXHAUSTED, what + " Not enough space");
    }

    static SdeRefusal exhausted(String what) {
        return new SdeRefusal(Code.RESOURCE_EXHAUSTED, what + " No system resources");
    }

    static SdeRefusal busy(String what) {
        return new SdeRefusal(Code.UNAVAILABLE, what + " In use");
    }

    static SdeRefusal notReady(String what) {
        return new SdeRefusal(Code.UNAVAILABLE, what + " Not ready");
    }

    static SdeRefusal unexpected(String what) {
        return new SdeRefusal(Code.UNKNOWN, what + " Unexpected error");
    }

    Code code() {
        return code;
    }

    Error error() {
        return Error.newBuilder()
                .setCanonicalCode(code.getNumber())
                .setMessage(getMessage())
                .build();
    }
}

package io.losslab.driver.bfrt;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.losslab.driver.DeviceChannel;
import io.losslab.proto.bfrt.Error;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What a device says of the updates of a request: one error for each, in their order. */
final class RowErrors {
    private RowErrors() {}

    /** Those in the details of a status; none after the last update that was refused. */
    static List<Error> of(StatusRuntimeException e) {
        com.google.rpc.Status status = StatusProto.fromThrowable(e);
        List<Error> errors = new ArrayList<>();
        if (status != null) {
            for (Any detail : status.getDetailsList()) {
                if (detail.is(Error.class)) {
                    errors.add(unpack(detail));
                }
            }
        }
        return errors;
    }

    static boolean isRefusal(Error error) {
        return error.getCanonicalCode() != Code.OK_VALUE;
    }

    static boolean isExhausted(Error error) {
        return error.getCanonicalCode() == Code.RESOURCE_EXHAUSTED_VALUE;
    }

    static boolean isMissing(List<Error> errors) {
        return errors.stream().anyMatch(it -> it.getCanonicalCode() == Code.NOT_FOUND_VALUE);
    }

    /** Code and message. */
    static String text(Error error) {
        Code code = Code.forNumber(error.getCanonicalCode());
        return "%s (%s)"
                .formatted(code == null ? error.getCanonicalCode() : code, error.getMessage());
    }

    /** Does what refuses that which does not fit the tables, before it is sent. */
    static <T> T checked(DeviceChannel channel, Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw channel.refused(e.getMessage(), "correct the setting, or check the program", e);
        }
    }

    /** Reads what the device sent; a device whose tables or rows make no sense is at fault. */
    static <T> T understood(DeviceChannel channel, Supplier<T> work) {
        return channel.understood("check the program and the version of its SDE", work);
    }

    private static Error unpack(Any detail) {
        try {
            return detail.unpack(Error.class);
        } catch (InvalidProtocolBufferException e) {
            return Error.newBuilder()
                    .setCanonicalCode(Code.UNKNOWN_VALUE)
                    .setMessage("the detail cannot be read")
                    .build();
        }
    }
}

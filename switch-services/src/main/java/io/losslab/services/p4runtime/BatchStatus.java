package io.losslab.services.p4runtime;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.losslab.proto.p4.v1.Error;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The outcome of each part of a batch, in order (P4Runtime 1.5, "Error Reporting Messages"). */
final class BatchStatus {
    /**
     * Room for the details. They travel as metadata, of which a client takes 8 KiB unless it is
     * configured otherwise; a server that sends more ends the stream without any status (P4Runtime
     * 1.5, "gRPC Metadata Maximum Size"). Base 64 makes a third more of them, and the message and
     * gRPC's own fields need room too.
     */
    private static final int MOST_DETAIL_BYTES = 5_400;

    /** Of that, for texts, so that the first failures have theirs. */
    private static final int TEXT_BYTES = 800;

    /** Of the message, which may hold the first failure's. */
    private static final int MOST_MESSAGE_CHARS = 400;

    private static final Error OK = Error.getDefaultInstance();
    private static final Error ABORTED =
            Error.newBuilder()
                    .setCanonicalCode(Code.ABORTED_VALUE)
                    .setMessage("aborted because another update of the batch failed")
                    .build();

    private final String what;
    private final List<Error> outcomes = new ArrayList<>();
    private int failures;

    /**
     * Starts a batch.
     *
     * @param what names the parts, such as {@code updates}
     */
    BatchStatus(String what) {
        this.what = what;
    }

    /** A part of a batch. */
    interface Part {
        void run() throws Refusal;
    }

    /** Tries a part and notes how it went. */
    void attempt(Part part) {
        try {
            part.run();
            outcomes.add(OK);
        } catch (Refusal refusal) {
            failures++;
            outcomes.add(outcome(refusal));
        }
    }

    boolean hasFailed() {
        return failures > 0;
    }

    /** Notes that a part is not tried any more. */
    void skip() {
        failures++;
        outcomes.add(ABORTED);
    }

    /** Notes that the parts that went well were undone after all. */
    void abort() {
        replaceSuccesses(ABORTED);
    }

    /** Notes that the parts that went well failed in the end, all for one reason. */
    void fail(Refusal refusal) {
        replaceSuccesses(outcome(refusal));
    }

    /**
     * What the call fails with: UNKNOWN and one Error a part; empty where all went well. Where the
     * Errors do not fit a status, the later ones lose their texts; where the codes of all parts do
     * not fit either, only the first parts have an Error, and the message says so.
     */
    Optional<StatusRuntimeException> failure() {
        if (failures == 0) {
            return Optional.empty();
        }
        List<Any> details = details();
        String message = "%d of %d %s failed".formatted(failures, outcomes.size(), what);
        if (details.size() < outcomes.size()) {
            message += "; a status has room for details of the first " + details.size();
            if (firstFailure() >= details.size()) {
                message += "; first failure: " + describe(firstFailure());
            }
        }
        return Optional.of(
                StatusProto.toStatusRuntimeException(
                        com.google.rpc.Status.newBuilder()
                                .setCode(Code.UNKNOWN_VALUE)
                                .setMessage(cut(message))
                                .addAllDetails(details)
                                .build()));
    }

    /** As many details as there is room for, the first ones with their texts. */
    private List<Any> details() {
        List<Any> details = new ArrayList<>();
        int left = MOST_DETAIL_BYTES;
        for (Error outcome : outcomes) {
            Any bare = Any.pack(outcome.toBuilder().clearMessage().build());
            if (left - size(bare) < TEXT_BYTES) {
                break;
            }
            left -= size(bare);
            details.add(bare);
        }
        for (int i = 0; i < details.size(); i++) {
            Any whole = Any.pack(outcomes.get(i));
            left -= size(whole) - size(details.get(i));
            if (left < 0) {
                break;
            }
            details.set(i, whole);
        }
        return details;
    }

    /** As one of the details of a status: with tag and length. */
    private static int size(Any detail) {
        return com.google.rpc.Status.newBuilder().addDetails(detail).build().getSerializedSize();
    }

    /** Index of the first part that failed. */
    private int firstFailure() {
        int i = 0;
        while (outcomes.get(i).getCanonicalCode() == Code.OK_VALUE) {
            i++;
        }
        return i;
    }

    private String describe(int part) {
        Error outcome = outcomes.get(part);
        return "no. %d %s, %s"
                .formatted(
                        part + 1, Code.forNumber(outcome.getCanonicalCode()), outcome.getMessage());
    }

    private static String cut(String message) {
        return message.length() <= MOST_MESSAGE_CHARS
                ? message
                : message.substring(0, MOST_MESSAGE_CHARS - 3) + "...";
    }

    private void replaceSuccesses(Error outcome) {
        outcomes.replaceAll(old -> old.getCanonicalCode() == Code.OK_VALUE ? outcome : old);
        failures = outcomes.size();
    }

    private static Error outcome(Refusal refusal) {
        return Error.newBuilder()
                .setCanonicalCode(refusal.code().getNumber())
                .setMessage(refusal.getMessage())
                .build();
    }
}

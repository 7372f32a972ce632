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
    private static final Error OK = Error.getDefaultInstance();

    private final String what;
    private static final Error ABORTED =
            Error.newBuilder()
                    .setCanonicalCode(Code.ABORTED_VALUE)
                    .setMessage("aborted because another update of the batch failed")
                    .build();

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

    /** What the call fails with: UNKNOWN and one Error a part; empty where all went well. */
    Optional<StatusRuntimeException> failure() {
        if (failures == 0) {
            return Optional.empty();
        }
        com.google.rpc.Status.Builder status =
                com.google.rpc.Status.newBuilder()
                        .setCode(Code.UNKNOWN_VALUE)
                        .setMessage(
                                "%d of %d %s failed".formatted(failures, outcomes.size(), what));
        outcomes.forEach(outcome -> status.addDetails(Any.pack(outcome)));
        return Optional.of(StatusProto.toStatusRuntimeException(status.build()));
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

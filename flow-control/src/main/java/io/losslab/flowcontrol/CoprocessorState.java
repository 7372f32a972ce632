package io.losslab.flowcontrol;

/**
 * What a coprocessor exports of a port; the fields are those of {@code BifrostCounters} in the
 * contracts.
 *
 * @param queueBytes L at the last slot's end
 * @param receivedBytes r of the last slot
 * @param virtualIncomingBytes F after the last slot
 * @param pauseNanos pause time of the last slot, 0 if none
 * @param debtBytes leaked bytes not paid back
 * @param slots ended so far
 * @param framesSent pause frames sent
 * @param maxQueueBytes highest L at a slot's end
 * @param leakEvents slots in which a leak was found
 * @param leakedBytes in all
 * @param minSumBytes lowest L + F, drain beyond Rs added back
 * @param maxSumBytes highest L + F
 * @param boundViolations slots outside Theorem 1's bounds with their allowances
 * @param firstViolationNanos when the first was, -1 if none
 * @param leakAllowanceBytes allowance above H
 */
public record CoprocessorState(
        long queueBytes,
        long receivedBytes,
        long virtualIncomingBytes,
        long pauseNanos,
        long debtBytes,
        long slots,
        long framesSent,
        long maxQueueBytes,
        long leakEvents,
        long leakedBytes,
        long minSumBytes,
        long maxSumBytes,
        long boundViolations,
        long firstViolationNanos,
        long leakAllowanceBytes) {}

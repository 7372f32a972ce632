package io.losslab.flowcontrol.gfc;

/** {@link Stages}, and a stop at Bm that ends a frame below it. */
final class StoppingStages implements RateCode {
    private final Stages stages;
    private final long limitBytes;
    private final long hysteresisBytes;

    StoppingStages(Stages stages, long limitBytes, int hysteresisBytes) {
        this.stages = stages;
        this.limitBytes = limitBytes;
        this.hysteresisBytes = hysteresisBytes;
    }

    @Override
    public int of(long queueBytes, int code) {
        boolean stopped = code == STOP;
        if (queueBytes >= limitBytes || stopped && queueBytes + hysteresisBytes >= limitBytes) {
            return STOP;
        }
        return stages.of(queueBytes, stopped ? stages.last() : code);
    }

    @Override
    public boolean has(int code) {
        return code == STOP || stages.has(code);
    }

    @Override
    public long pacedNanos(long lineNanos, int code) {
        return stages.pacedNanos(lineNanos, code);
    }
}

package io.losslab.softswitch.fabric.engine;

/** The fabric's time, and the records that are due in it. */
public final class Agenda {
    private final Records records;
    private final TimingWheel wheel;
    private long nowPicos;

    /**
     * Makes an empty agenda at time zero.
     *
     * @param shift see {@link TimingWheel#TimingWheel}
     */
    public Agenda(Records records, int shift) {
        this.records = records;
        wheel = new TimingWheel(records, shift);
    }

    public long nowPicos() {
        return nowPicos;
    }

    public long nowNanos() {
        return nowPicos / 1000;
    }

    /** Time has come to a moment before which nothing is due; what is due then still is. */
    public void advanceTo(long picos) {
        nowPicos = picos;
    }

    /** Puts a record in; {@code timePicos} must not lie before now. */
    public void put(int id, long timePicos) {
        wheel.put(id, timePicos);
    }

    /**
     * Puts an event in that is no packet; what its arguments are is up to its kind.
     *
     * @param kind of {@link EventKind}
     */
    public void schedule(int kind, int port, int flow, int argument, long timePicos) {
        int id = records.allocate();
        records.setPort(id, port);
        records.setFlowAndCursor(id, flow, 0);
        records.setBody(id, argument, 0, 0, kind, 0);
        wheel.put(id, timePicos);
    }

    /**
     * Takes out the next record that is due by a time, which it then is.
     *
     * @return 0 if there is none; it is {@code untilPicos} then
     */
    public int next(long untilPicos) {
        int id = wheel.poll(untilPicos);
        nowPicos = id != 0 ? wheel.lastPicos() : Math.max(nowPicos, untilPicos);
        return id;
    }

    /** A time before which nothing is due; {@link Long#MAX_VALUE} where nothing is at all. */
    public long nothingBefore() {
        return wheel.nothingBefore();
    }
}

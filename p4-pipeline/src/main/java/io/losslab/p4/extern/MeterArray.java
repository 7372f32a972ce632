package io.losslab.p4.extern;

/** The meters of an extern; those that are not set colour everything green. */
public final class MeterArray {
    private final String name;
    private final boolean countsBytes;
    private final Meter[] meters;

    public MeterArray(String name, int size, boolean countsBytes) {
        this.name = name;
        this.countsBytes = countsBytes;
        this.meters = new Meter[size];
    }

    public String name() {
        return name;
    }

    public int size() {
        return meters.length;
    }

    public boolean countsBytes() {
        return countsBytes;
    }

    public boolean has(long index) {
        return index >= 0 && index < meters.length;
    }

    /** Sets a meter; null for none. */
    public void set(int index, Meter meter) {
        meters[index] = meter;
    }

    /** The colour of a packet. */
    public int mark(int index, int packetBytes, long nowNanos) {
        return mark(meters[index], countsBytes, packetBytes, nowNanos);
    }

    /** The colour of a packet under a meter, which may be null. */
    public static int mark(Meter meter, boolean countsBytes, int packetBytes, long nowNanos) {
        return meter == null ? Meter.GREEN : meter.mark(countsBytes ? packetBytes : 1, nowNanos);
    }
}

package io.losslab.p4.extern;

/** A counter: cells that count packets and their bytes. */
public final class CounterArray {
    private final String name;
    private final long[] packets;
    private final long[] bytes;

    public CounterArray(String name, int size) {
        this.name = name;
        this.packets = new long[size];
        this.bytes = new long[size];
    }

    public String name() {
        return name;
    }

    public int size() {
        return packets.length;
    }

    public boolean has(long index) {
        return index >= 0 && index < packets.length;
    }

    public void count(int index, int packetBytes) {
        packets[index]++;
        bytes[index] += packetBytes;
    }

    public long packets(int index) {
        return packets[index];
    }

    public long bytes(int index) {
        return bytes[index];
    }

    public void set(int index, long packetCount, long byteCount) {
        packets[index] = packetCount;
        bytes[index] = byteCount;
    }
}

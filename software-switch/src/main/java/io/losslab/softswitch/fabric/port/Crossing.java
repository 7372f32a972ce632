package io.losslab.softswitch.fabric.port;

/** Takes what leaves a part of the fabric, which other threads may run, for another part. */
public interface Crossing {
    /**
     * A record is to arrive at a port of another part, which it names.
     *
     * @param id no longer the sending port's, though what it says may still change in this event
     */
    void send(int id, long arrivalPicos);
}

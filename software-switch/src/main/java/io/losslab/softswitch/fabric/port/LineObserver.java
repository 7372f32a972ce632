package io.losslab.softswitch.fabric.port;

/** Is shown the frames that some ports begin to send, before anything of the port has changed. */
public interface LineObserver {
    /**
     * A port begins to send.
     *
     * @param id record of the frame
     * @param endPicos when its last bit will leave
     */
    void onTransmit(int port, int id, long startPicos, long endPicos);
}

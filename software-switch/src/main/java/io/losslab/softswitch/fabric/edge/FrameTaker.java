package io.losslab.softswitch.fabric.edge;

/**
 * Who stands at the hosts' ports where hosts are real: takes what the fabric hands out there.
 * Called on the fabric's thread.
 */
public interface FrameTaker {
    /**
     * A frame has arrived at a host's port; its place is the taker's again.
     *
     * @param port of the host, from 1
     * @param place as it was given to {@link FabricEdge#send}
     * @param priority it has now, 0..7
     * @param tag that schemes wrote on it, 0 for none
     * @param marked whether a switch marked it: congestion experienced
     */
    void onFrame(int node, int port, int place, int priority, int tag, boolean marked);

    /**
     * A frame of a switch has arrived at a host's port, of flow control or its controller's; the
     * bytes are valid during the call, and those of the FCS are not there.
     *
     * @param lengthBytes destination MAC to FCS
     */
    void onControl(int node, int port, byte[] frame, int offset, int lengthBytes);

    /**
     * Copies a frame as it would be handed out now, without FCS; returns how many bytes.
     *
     * @param to has room for any frame
     */
    int copy(int place, int priority, int tag, boolean marked, byte[] to);

    /** A switch dropped a frame; its place is the taker's again. */
    void onDropped(int place);
}

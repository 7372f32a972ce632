package io.losslab.softswitch.fabric;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** An egress scheme that does as a test says, and keeps what it was told. */
final class ScriptedEgress implements EgressScheme {
    final DataPlane plane;
    final List<Integer> endedFlows = new ArrayList<>();
    final List<Integer> leftBy = new ArrayList<>();

    /** Queue of a flow's packets. */
    IntUnaryOperator queueOfFlow = flow -> 0;

    /** Answer for the head of a queue: by queue. */
    IntUnaryOperator answerOfQueue = queue -> queue;

    /** Answer for a host's own flow at its turn. */
    IntUnaryOperator answerOfFlow = flow -> 0;

    long enqueued;
    long dequeued;
    long ownSent;
    int frames;

    ScriptedEgress(DataPlane plane) {
        this.plane = plane;
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return queueOfFlow.applyAsInt(plane.flow(packet));
    }

    @Override
    public void onEnqueue(int packet, int ingress, int egress, int queue) {
        enqueued++;
    }

    @Override
    public int onHead(int packet, int ingress, int egress, int queue) {
        return answerOfQueue.applyAsInt(queue);
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        if (ingress == 0) {
            ownSent++;
        } else {
            dequeued++;
        }
        leftBy.add(queue);
    }

    @Override
    public boolean onControl(int port, byte[] frame, int offset) {
        frames++;
        return true;
    }

    @Override
    public int classifyFlow(int flow, int egress, int priority) {
        return 0;
    }

    @Override
    public int onFlowHead(int flow, int egress, int queue, int bytes) {
        return answerOfFlow.applyAsInt(flow);
    }

    @Override
    public void onFlowEnd(int flow) {
        endedFlows.add(flow);
    }
}

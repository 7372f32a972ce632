package io.losslab.flowcontrol;

import java.util.Arrays;
import java.util.List;

/**
 * Several egress schemes on one port: one of them chooses the queues, all see the packets, and each
 * may hold what the others would send. For one device.
 */
public final class EgressChain implements EgressScheme {
    private final EgressScheme[] links;
    private final EgressScheme chooser;

    private EgressChain(List<EgressScheme> links) {
        this.links = links.toArray(new EgressScheme[0]);
        chooser =
                links.stream().filter(EgressScheme::choosesQueues).findFirst().orElse(links.get(0));
        if (chooser.choosesQueues() && links.stream().anyMatch(EgressScheme::needsQueuePerClass)) {
            throw new IllegalArgumentException(
                    "strict priority needs one queue per traffic class, but another scheme of the"
                            + " port assigns packets to queues by other rules");
        }
    }

    /**
     * What the schemes of a port are together: the scheme itself where there is one.
     *
     * @param links one at least
     * @throws IllegalArgumentException where one needs a queue per class and another chooses queues
     */
    public static EgressScheme of(List<EgressScheme> links) {
        return links.size() == 1 ? links.get(0) : new EgressChain(links);
    }

    /** Each link is started by itself. */
    @Override
    public void start() {}

    @Override
    public boolean choosesQueues() {
        return chooser.choosesQueues();
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return chooser.classify(packet, ingress, egress);
    }

    @Override
    public void onEnqueue(int packet, int ingress, int egress, int queue) {
        for (EgressScheme link : links) {
            link.onEnqueue(packet, ingress, egress, queue);
        }
    }

    @Override
    public int onHead(int packet, int ingress, int egress, int queue) {
        for (EgressScheme link : links) {
            int answer = link.onHead(packet, ingress, egress, queue);
            if (answer != queue) {
                return answer;
            }
        }
        return queue;
    }

    @Override
    public boolean relabels() {
        return Arrays.stream(links).anyMatch(EgressScheme::relabels);
    }

    @Override
    public void relabel(int packet, int ingress) {
        for (EgressScheme link : links) {
            link.relabel(packet, ingress);
        }
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        for (EgressScheme link : links) {
            link.onDequeue(packet, ingress, egress, queue);
        }
    }

    @Override
    public boolean onControl(int port, byte[] frame, int offset) {
        for (EgressScheme link : links) {
            if (link.onControl(port, frame, offset)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean onControl(int port, byte[] frame, int offset, int bytes) {
        for (EgressScheme link : links) {
            if (link.onControl(port, frame, offset, bytes)) {
                return true;
            }
        }
        return false;
    }

    /** Timers go to each link by itself. */
    @Override
    public void onTimer(int timer) {}

    @Override
    public int choosePort(int flow, int[] ports) {
        for (EgressScheme link : links) {
            int port = link.choosePort(flow, ports);
            if (port >= 0) {
                return port;
            }
        }
        return -1;
    }

    @Override
    public int classifyFlow(int flow, int egress, int priority) {
        return chooser.classifyFlow(flow, egress, priority);
    }

    @Override
    public int onFlowHead(int flow, int egress, int queue, int bytes) {
        for (EgressScheme link : links) {
            int answer = link.onFlowHead(flow, egress, queue, bytes);
            if (answer != queue) {
                return answer;
            }
        }
        return queue;
    }

    @Override
    public int passesOn(int priority) {
        for (EgressScheme link : links) {
            int passed = link.passesOn(priority);
            if (passed >= 0) {
                return passed;
            }
        }
        return -1;
    }

    @Override
    public void onFlowEnd(int flow) {
        for (EgressScheme link : links) {
            link.onFlowEnd(flow);
        }
    }
}

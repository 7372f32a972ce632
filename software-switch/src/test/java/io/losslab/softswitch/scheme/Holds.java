package io.losslab.softswitch.scheme;

import io.losslab.flowcontrol.DataPlane;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/**
 * The queues that PortFC holds at this moment in NDC(n, 1), on account of which congested port, and
 * how far upstream of the first cause they are.
 */
final class Holds {
    /** Farther than any chain may be; ends the search in a cycle. */
    private static final int FAR = 16;

    private final int n;
    private final Map<Queue, Long> rootOf = new HashMap<>();
    private int count;
    private int farthestHops;
    private String misplaced;

    /** A data queue of a device's port. */
    record Queue(int device, int port, int queue) {}

    Holds(int n) {
        this.n = n;
    }

    /** The same device; what a scheme holds and releases there is noted. */
    DataPlane watch(DataPlane plane) {
        return (DataPlane)
                Proxy.newProxyInstance(
                        DataPlane.class.getClassLoader(),
                        new Class<?>[] {DataPlane.class},
                        (proxy, method, arguments) -> {
                            note(plane, method, arguments);
                            return method.invoke(plane, arguments);
                        });
    }

    /** Queues held now. */
    int standing() {
        return rootOf.size();
    }

    /** How often a queue was held. */
    int count() {
        return count;
    }

    /** Most hops between a held queue and the congested port at the end of its chain. */
    int farthestHops() {
        return farthestHops;
    }

    /** A held queue that must never be, or whose cause is not where it may be; null if none. */
    String misplaced() {
        return misplaced;
    }

    private void note(DataPlane plane, Method method, Object[] arguments) {
        if (method.getName().equals("hold")) {
            Queue queue = new Queue(plane.deviceId(), (int) arguments[0], (int) arguments[1]);
            rootOf.put(queue, (long) arguments[2]);
            count++;
            farthestHops = Math.max(farthestHops, reach(queue, plane.ipv4() != 0));
            checkPlace(plane, queue);
        } else if (method.getName().equals("release")) {
            rootOf.remove(new Queue(plane.deviceId(), (int) arguments[0], (int) arguments[1]));
        }
    }

    /**
     * A node's a-queue waits for the IHFQs of the next switch's port, which may wait themselves;
     * its b-queues wait for a DDQ, and so do a switch's IHFQs, by the node between.
     */
    private int reach(Queue queue, boolean atNode) {
        if (!atNode) {
            return 2;
        }
        return 1 + (queue.queue < n - 1 ? reachOfHeldAt(rootOf.get(queue)) : 0);
    }

    private int reachOfHeldAt(long root) {
        int farthest = 0;
        for (Map.Entry<Queue, Long> held : rootOf.entrySet()) {
            if (DataPlane.root(held.getKey().device, held.getKey().port) == root) {
                farthest = Math.max(farthest, held.getKey().queue < n - 1 ? 2 : FAR);
            }
        }
        return farthest;
    }

    private void checkPlace(DataPlane plane, Queue queue) {
        boolean atNode = plane.ipv4() != 0;
        int rootDevice = (int) (rootOf.get(queue) >>> 32);
        boolean pausable = queue.queue < (atNode ? 2 * n - 2 : n - 1);
        boolean nextSwitch = plane.peerDevice(queue.port) == rootDevice;
        if (!pausable || atNode != nextSwitch) {
            misplaced = queue + " on account of device " + rootDevice;
        }
    }
}

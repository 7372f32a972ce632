package io.losslab.devices.tofino2.program;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.bfrt.TrafficQueue;

/**
 * A port of a Tofino2 whose queues are known. A port group is the queues of a MAC.
 *
 * @param port of the device
 * @param queues where its queues are
 */
public record PortPlace(DevicePort port, PortQueues queues) {
    private static final int PIPE_SHIFT = 7;
    private static final int GROUP_QUEUE_BITS = 7;
    private static final int GROUP_QUEUES = 1 << GROUP_QUEUE_BITS;
    private static final int GROUP_PORTS = 8;
    private static final int GROUPS = 9;
    private static final int PIPES = 4;

    /** Of the ports of a pipe; those before are the CPU's, or recirculate and generate packets. */
    static final int FIRST_OUTSIDE = 8;

    private static final int LAST_OF_PIPE = GROUPS * GROUP_PORTS - 1;

    /** Numbers that a port may have, for users. */
    static final String NUMBERS =
            "128 times the pipe, 0 to %d, plus %d to %d"
                    .formatted(PIPES - 1, FIRST_OUTSIDE, LAST_OF_PIPE);

    // The traffic manager's word, from its highest bit: queue flow control 1 bit, pipe 2, MAC 4,
    // zero 3, queue of the MAC 7, credit 15.
    private static final long QUEUE_FLOW_CONTROL = 1L << 31;
    private static final int WORD_PLACE_SHIFT = 22;
    private static final int WORD_QUEUE_SHIFT = 15;
    private static final int MAC_SHIFT = 3;
    private static final int WORD_PIPE_SHIFT = 7;

    /**
     * A port's place.
     *
     * @param count queues that are needed
     * @throws CommandFailure where the testbed file does not say it, there are not so many, or
     *     another port has some of them
     */
    static PortPlace of(Device device, DevicePort port, int count) {
        PortQueues queues =
                port.queues()
                        .orElseThrow(
                                () ->
                                        CommandFailure.usage(
                                                "%s port %s: 'queues' is missing in the testbed file"
                                                        .formatted(device.name(), port.label()),
                                                "set 'queues: {group: .., first: ..}' to pg_id"
                                                        + " and the first of egress_qid_queues in"
                                                        + " table tf2.tm.port.cfg"));
        if (count > queues.count()) {
            throw CommandFailure.usage(
                    "%s port %s needs %d queues, but has %d"
                            .formatted(device.name(), port.label(), count, queues.count()),
                    "configure the scheme with fewer queues; or give the port more of its group's"
                            + " in table tf2.tm.port.group, and set 'count' of its 'queues'");
        }
        requireOwn(device, port, queues);
        if (queues.group() >= GROUPS || queues.first() + count > GROUP_QUEUES) {
            throw CommandFailure.usage(
                    "%s port %s needs %d queues starting at %d of group %d, but the chip has groups 0..%d with queues 0..%d"
                            .formatted(
                                    device.name(),
                                    port.label(),
                                    count,
                                    queues.first(),
                                    queues.group(),
                                    GROUPS - 1,
                                    GROUP_QUEUES - 1),
                    "correct its 'queues', or configure the scheme with fewer queues");
        }
        return new PortPlace(port, queues);
    }

    private static void requireOwn(Device device, DevicePort port, PortQueues queues) {
        for (DevicePort other : device.ports()) {
            if (!other.equals(port)
                    && pipeOf(other) == pipeOf(port)
                    && other.queues().filter(queues::shares).isPresent()) {
                throw CommandFailure.usage(
                        "%s ports %s and %s have the same queues of group %d in the testbed file"
                                .formatted(
                                        device.name(), port.label(), other.label(), queues.group()),
                        "correct their 'queues': 'first' and 'count' are in table tf2.tm.port.cfg");
            }
        }
    }

    /** The pipe of a port. */
    public static int pipeOf(DevicePort port) {
        return port.number() >> PIPE_SHIFT;
    }

    /** Whether a chip has a port of a number. */
    static boolean isPort(int number) {
        return number >> PIPE_SHIFT < PIPES && inPipe(number) <= LAST_OF_PIPE;
    }

    /** The number of a port in its pipe. */
    static int inPipe(DevicePort port) {
        return inPipe(port.number());
    }

    private static int inPipe(int number) {
        return number & (1 << PIPE_SHIFT) - 1;
    }

    /** The group in which a port has its queues. */
    static int groupOf(DevicePort port) {
        return inPipe(port) / GROUP_PORTS;
    }

    /** The first port of a pipe. */
    static int firstOf(int pipe) {
        return pipe << PIPE_SHIFT;
    }

    int number() {
        return port.number();
    }

    int pipe() {
        return pipeOf(port);
    }

    TrafficQueue queue(int queue) {
        return new TrafficQueue(pipe(), queues.group(), queues.first() + queue);
    }

    /** Number by which a ghost thread identifies a queue: group, then queue of the group. */
    int ghostQueue(int queue) {
        return queues.group() << GROUP_QUEUE_BITS | queues.first() + queue;
    }

    /** Pipe, MAC and three zeros, as they stand in the traffic manager's word. */
    int mac() {
        return pipe() << WORD_PIPE_SHIFT | queues.group() << MAC_SHIFT;
    }

    /** The traffic manager's word that pauses or resumes a queue. */
    long flowControl(int queue, boolean pause) {
        return QUEUE_FLOW_CONTROL
                | (long) mac() << WORD_PLACE_SHIFT
                | (long) (queues.first() + queue) << WORD_QUEUE_SHIFT
                | (pause ? 1 : 0);
    }
}

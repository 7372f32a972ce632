package io.losslab.devices.tofino2.program;

import io.losslab.configs.testbed.DevicePort;

/**
 * A priority group that a Tofino2 had before a run.
 *
 * @param pipe it is in
 * @param id of it in the pipe
 * @param devPort port of the chip that it is of; -1: of none
 * @param priorities bit i: priority i (iCoS) is in it
 * @param guaranteedCells its own
 * @param skidCells its headroom
 */
public record HeldGroup(
        int pipe, int id, int devPort, int priorities, long guaranteedCells, long skidCells) {
    boolean isOf(DevicePort port, int priority) {
        return devPort == port.number() && (priorities >> priority & 1) != 0;
    }
}

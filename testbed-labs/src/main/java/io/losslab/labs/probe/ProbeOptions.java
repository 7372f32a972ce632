package io.losslab.labs.probe;

import java.util.List;

/**
 * How a probe is made.
 *
 * @param trafficClass that is probed, 0..7
 * @param fillClass class that fills the switch where no third host does
 * @param frameBytes sizes of frames, destination MAC to FCS; empty: some of its own choice
 * @param repeats of every measurement, at least 1
 * @param mostBytes that are sent at a time
 */
public record ProbeOptions(
        int trafficClass, int fillClass, List<Integer> frameBytes, int repeats, long mostBytes) {
    public ProbeOptions {
        frameBytes = List.copyOf(frameBytes);
    }
}

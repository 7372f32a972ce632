package io.losslab.labs.check;

import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Testbed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the probes of ports arrived, against the cables of a testbed file. Ports are named {@code
 * tor1/17}. Thread safe.
 */
final class Cabling {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Map<String, String> plannedPeer = new HashMap<>();
    private final Map<String, String> heardAt = new HashMap<>();

    Cabling(Testbed testbed) {
        for (Cable cable : testbed.cables()) {
            plannedPeer.put(cable.from().toString(), cable.to().toString());
            plannedPeer.put(cable.to().toString(), cable.from().toString());
        }
    }

    /** A probe of one port arrived at another. */
    synchronized void arrived(String from, CableEnd at) {
        heardAt.put(from, at.toString());
        notifyAll();
    }

    /** Waits until something has arrived since, but no longer than told. */
    synchronized void await(int arrivals, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * NANOS_PER_MILLI;
        long left = millis;
        while (heardAt.size() <= arrivals && left > 0) {
            wait(left);
            left = (end - System.nanoTime()) / NANOS_PER_MILLI;
        }
    }

    /** How many probes have arrived. */
    synchronized int arrivals() {
        return heardAt.size();
    }

    /** Whether all cables between switches that take part have been seen, from both ends. */
    synchronized boolean isComplete(Set<String> speakers) {
        return plannedPeer.entrySet().stream()
                .filter(
                        cable ->
                                speakers.contains(deviceOf(cable.getKey()))
                                        && speakers.contains(deviceOf(cable.getValue())))
                .allMatch(cable -> heardAt.containsKey(cable.getKey()));
    }

    /** How many of a device's probes arrived somewhere. */
    synchronized long arrivedFrom(Device device) {
        return heardAt.keySet().stream()
                .filter(from -> deviceOf(from).equals(device.name()))
                .count();
    }

    /**
     * What is not as the file says at a device's ports, as text.
     *
     * @param speakers names of the devices that take part
     */
    synchronized List<String> problems(Device device, Set<String> speakers) {
        List<String> problems = new ArrayList<>();
        for (DevicePort port : device.ports()) {
            String here = new CableEnd(device, port).toString();
            Optional<String> planned = Optional.ofNullable(plannedPeer.get(here));
            Optional<String> heard = Optional.ofNullable(heardAt.get(here));
            if (heard.isPresent() && !heard.equals(planned)) {
                problems.add(
                        "%s is cabled to %s, but to %s in the testbed file"
                                .formatted(here, heard.get(), planned.orElse("nothing")));
            } else if (heard.isEmpty()
                    && planned.map(Cabling::deviceOf).filter(speakers::contains).isPresent()) {
                problems.add(
                        "%s: no frame from it arrives at %s; the cable is missing or connected elsewhere"
                                .formatted(here, planned.get()));
            }
        }
        return problems;
    }

    private static String deviceOf(String end) {
        return end.substring(0, end.indexOf('/'));
    }
}

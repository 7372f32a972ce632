package io.losslab.softswitch.fabric;

import io.losslab.flowcontrol.EgressChain;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.GaugeSink;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.softswitch.fabric.port.PortNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The schemes of a fabric: which port runs what, and who is to be told of a timer. */
final class SchemeSlots {
    /** What a timer can be for. */
    private interface Timed {
        void start();

        void onTimer(int timer);
    }

    private final PortNumbers numbers;
    private final Ports ports;
    private final IngressScheme[] byIngress;

    /** By port: the schemes at its egress. */
    private final List<List<EgressScheme>> byEgress = new ArrayList<>();

    /** By id, which timers carry; null where another one has taken the place. */
    private final List<Timed> timed = new ArrayList<>();

    private final List<Object> owners = new ArrayList<>();
    private boolean started;

    SchemeSlots(PortNumbers numbers, Ports ports) {
        this.numbers = numbers;
        this.ports = ports;
        byIngress = new IngressScheme[numbers.count() + 1];
        for (int port = 0; port <= numbers.count(); port++) {
            byEgress.add(new ArrayList<>());
        }
    }

    /** Id of the scheme that is added next. */
    int nextId() {
        return timed.size();
    }

    /** The scheme at an ingress port; null if there is none. */
    IngressScheme at(int port) {
        return byIngress[port];
    }

    void setIngress(int port, IngressScheme scheme) {
        forget(byIngress[port]);
        byIngress[port] = scheme;
        if (scheme != null) {
            add(
                    scheme,
                    new Timed() {
                        @Override
                        public void start() {
                            scheme.start();
                        }

                        @Override
                        public void onTimer(int timer) {
                            scheme.onTimer(timer);
                        }
                    });
        }
    }

    /** Puts a scheme on the egress queues of ports of one device, beside those that are there. */
    void addEgress(EgressScheme scheme, int[] egressPorts) {
        for (int port : egressPorts) {
            List<EgressScheme> links = byEgress.get(port);
            links.add(scheme);
            ports.setScheme(port, links.size() == 1 ? scheme : new EgressChain(links));
        }
        add(
                scheme,
                new Timed() {
                    @Override
                    public void start() {
                        scheme.start();
                    }

                    @Override
                    public void onTimer(int timer) {
                        scheme.onTimer(timer);
                    }
                });
    }

    /** Takes all schemes off the egress queues of a port. */
    void clearEgress(int port) {
        int[] siblings = numbers.portsOf(numbers.nodeOf(port));
        for (EgressScheme scheme : byEgress.get(port)) {
            boolean elsewhere =
                    Arrays.stream(siblings)
                            .anyMatch(p -> p != port && byEgress.get(p).contains(scheme));
            if (!elsewhere) {
                forget(scheme);
            }
        }
        byEgress.get(port).clear();
        ports.setScheme(port, null);
    }

    /** Tells what the schemes of a node's ports measured of themselves. */
    void readGauges(int node, GaugeSink gauges) {
        Set<EgressScheme> read = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int port : numbers.portsOf(node)) {
            if (byIngress[port] != null) {
                byIngress[port].readGauges(gauges);
            }
            for (EgressScheme scheme : byEgress.get(port)) {
                if (read.add(scheme)) {
                    scheme.readGauges(gauges);
                }
            }
        }
    }

    /** Its place stays, for timers that are still to come. */
    void forget(Object scheme) {
        int id = scheme == null ? -1 : owners.indexOf(scheme);
        if (id >= 0) {
            owners.set(id, null);
            timed.set(id, null);
        }
    }

    void startAll() {
        started = true;
        // A scheme may not add another one, so the list holds still.
        for (Timed scheme : timed) {
            if (scheme != null) {
                scheme.start();
            }
        }
    }

    void onTimer(int id, int timer) {
        Timed scheme = timed.get(id);
        if (scheme != null) {
            scheme.onTimer(timer);
        }
    }

    private void add(Object owner, Timed scheme) {
        owners.add(owner);
        timed.add(scheme);
        if (started) {
            scheme.start();
        }
    }
}

package io.losslab.softswitch.fabric.port;

import io.losslab.flowcontrol.EgressChain;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.GaugeSink;
import io.losslab.flowcontrol.IngressScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;

/** The schemes of a fabric: which port runs what, and who is to be told of a timer. */
public final class SchemeSlots {
    /** A scheme as what a timer can be for. */
    private record Timed(Object scheme, Runnable start, IntConsumer onTimer) {}

    private final PortNumbers numbers;
    private final IngressScheme[] byIngress;

    /**
     * By port: what its egress side is notified of, one scheme or a chain of them; null for none.
     */
    private final EgressScheme[] atEgress;

    /** By port: whether what is there relabels packets. */
    private final boolean[] relabels;

    /** By port: the schemes at its egress. */
    private final List<List<EgressScheme>> byEgress = new ArrayList<>();

    /** By port: the program that its switch runs, which is no port's to take off; or null. */
    private final EgressScheme[] programs;

    /** By id, which timers carry; null where another one has taken the place. */
    private final List<Timed> timed = new ArrayList<>();

    private boolean started;

    public SchemeSlots(PortNumbers numbers) {
        this.numbers = numbers;
        byIngress = new IngressScheme[numbers.count() + 1];
        atEgress = new EgressScheme[numbers.count() + 1];
        relabels = new boolean[numbers.count() + 1];
        programs = new EgressScheme[numbers.count() + 1];
        for (int port = 0; port <= numbers.count(); port++) {
            byEgress.add(new ArrayList<>());
        }
    }

    /** Id of the scheme that is added next. */
    public int nextId() {
        return timed.size();
    }

    /** The scheme at an ingress port; null if there is none. */
    public IngressScheme atIngress(int port) {
        return byIngress[port];
    }

    /** What the schemes at an egress port are together; null if there is none. */
    public EgressScheme atEgress(int port) {
        return atEgress[port];
    }

    /** Whether a scheme at an egress port gives packets that leave another priority. */
    public boolean relabels(int port) {
        return relabels[port];
    }

    private void put(int port, EgressScheme scheme) {
        atEgress[port] = scheme;
        relabels[port] = scheme != null && scheme.relabels();
    }

    /** Whether a scheme at an egress port assigns packets to its queues. */
    public boolean choosesQueues(int port) {
        return atEgress[port] != null && atEgress[port].choosesQueues();
    }

    /** Has the queues of a port meet the program of its switch; null for none. */
    public void setProgram(int port, EgressScheme program) {
        programs[port] = program;
        put(port, together(port, byEgress.get(port)));
    }

    private EgressScheme together(int port, List<EgressScheme> links) {
        List<EgressScheme> all = new ArrayList<>(links);
        if (programs[port] != null) {
            all.add(0, programs[port]);
        }
        return all.isEmpty() ? null : EgressChain.of(all);
    }

    public void setIngress(int port, IngressScheme scheme) {
        forget(byIngress[port]);
        byIngress[port] = scheme;
        if (scheme != null) {
            add(new Timed(scheme, scheme::start, scheme::onTimer));
        }
    }

    /**
     * Puts a scheme on the egress queues of ports of one device, in addition to those that are
     * there.
     *
     * @throws IllegalArgumentException where they cannot be combined; nothing has changed then
     */
    public void addEgress(EgressScheme scheme, int[] egressPorts) {
        List<List<EgressScheme>> links = new ArrayList<>();
        for (int port : egressPorts) {
            List<EgressScheme> here = new ArrayList<>(byEgress.get(port));
            here.add(scheme);
            links.add(here);
        }
        List<EgressScheme> together = new ArrayList<>();
        for (int i = 0; i < egressPorts.length; i++) {
            together.add(together(egressPorts[i], links.get(i)));
        }
        for (int i = 0; i < egressPorts.length; i++) {
            byEgress.set(egressPorts[i], links.get(i));
            put(egressPorts[i], together.get(i));
        }
        add(new Timed(scheme, scheme::start, scheme::onTimer));
    }

    /** Takes all schemes off the egress queues of a port. */
    public void clearEgress(int port) {
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
        put(port, programs[port]);
    }

    /** Tells what the schemes of a node's ports measured of themselves. */
    public void readGauges(int node, GaugeSink gauges) {
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
    private void forget(Object scheme) {
        for (int id = 0; id < timed.size(); id++) {
            if (timed.get(id) != null && timed.get(id).scheme() == scheme) {
                timed.set(id, null);
                return;
            }
        }
    }

    public void startAll() {
        started = true;
        // A scheme may not add another one, so the list holds still.
        for (Timed scheme : timed) {
            if (scheme != null) {
                scheme.start().run();
            }
        }
    }

    public void onTimer(int id, int timer) {
        Timed scheme = timed.get(id);
        if (scheme != null) {
            scheme.onTimer().accept(timer);
        }
    }

    private void add(Timed scheme) {
        timed.add(scheme);
        if (started) {
            scheme.start().run();
        }
    }
}

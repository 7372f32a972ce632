package io.losslab.softswitch.fabric;

import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.Scheme;
import java.util.ArrayList;
import java.util.List;

/** The schemes of a fabric: which port runs what, and who is to be told of a timer. */
final class SchemeSlots {
    /** What a timer can be for. */
    private interface Timed {
        void start();

        void onTimer(int timer);
    }

    private final Scheme[] byIngress;

    /** By id, which timers carry; null where another one has taken the place. */
    private final List<Timed> timed = new ArrayList<>();

    private final List<Object> owners = new ArrayList<>();
    private boolean started;

    SchemeSlots(int portCount) {
        byIngress = new Scheme[portCount + 1];
    }

    /** Id of the scheme that is added next. */
    int nextId() {
        return timed.size();
    }

    /** The scheme at an ingress port; null if there is none. */
    Scheme at(int port) {
        return byIngress[port];
    }

    void setIngress(int port, Scheme scheme) {
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

    void addEgress(EgressScheme scheme) {
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

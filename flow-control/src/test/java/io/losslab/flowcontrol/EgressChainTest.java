package io.losslab.flowcontrol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class EgressChainTest {
    /** The search for deadlocks follows pauses that a device passes on. */
    @Test
    void tellsWhichPausesOneOfItsSchemesPassesOn() {
        EgressScheme chain = EgressChain.of(List.of(new Scheme(-1), new Scheme(5)));
        assertEquals(5, chain.passesOn(4));
        assertEquals(-1, EgressChain.of(List.of(new Scheme(-1), new Scheme(-1))).passesOn(4));
    }

    private record Scheme(int passedOn) implements EgressScheme {
        @Override
        public int classify(int packet, int ingress, int egress) {
            return 0;
        }

        @Override
        public void onDequeue(int packet, int ingress, int egress, int queue) {}

        @Override
        public int passesOn(int priority) {
            return passedOn;
        }
    }
}

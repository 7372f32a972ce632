package io.losslab.agent.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What frames of anybody add to a host's memory has a bound. */
class BoundedListsTest {
    private static final int OWN = 0x0A000001;
    private static final int PEER = 0x0A000002;

    @Test
    void flowsThatPassShareANumberWhenThereAreTooMany() {
        KnownFlows flows = new KnownFlows(100);
        Set<Integer> numbers = new HashSet<>();
        for (int port = 0; port < 100; port++) {
            numbers.add(flows.ofPassing(3, 4, port));
        }
        assertEquals(100, numbers.size());
        int shared = flows.ofPassing(3, 4, 100);
        assertEquals(flows.ofOthers(), shared);
        assertEquals(shared, flows.ofPassing(5, 6, 7));
        assertEquals(0, flows.sourceIpv4(shared));
        assertTrue(numbers.contains(flows.ofPassing(3, 4, 50)));
    }

    /** The controller opens them. */
    @Test
    void ownFlowsHaveNumbersHoweverManyPass() {
        KnownFlows flows = new KnownFlows(1);
        flows.ofPassing(3, 4, 5);
        int own = flows.of(OWN, PEER, 9);
        assertNotEquals(flows.ofOthers(), own);
        assertEquals(own, flows.ofPassing(OWN, PEER, 9));
        assertEquals(PEER, flows.destinationIpv4(own));
    }

    @Test
    void aCauseIsListedOnceAndAHundredOfThemAtMost() {
        Violations violations = new Violations();
        for (int i = 0; i < 10_000; i++) {
            violations.add(i, 1, "cause " + i % 5_000);
        }
        assertEquals(Violations.MOST + 1, violations.texts().size());
        assertEquals("port 1: cause 0", violations.texts().get(0));
        assertEquals(
                "port 1: further causes are not listed", violations.texts().get(Violations.MOST));
    }

    @Test
    void aViolationIsTakenOnceWithTheTimeItWasFirstFound() {
        Violations violations = new Violations();
        violations.add(10, 1, "one");
        violations.add(20, 1, "one");
        violations.add(30, 2, "one");
        assertEquals(
                List.of(
                        new Violations.Violation(10, 1, "one"),
                        new Violations.Violation(30, 2, "one")),
                violations.take());
        violations.add(40, 1, "one");
        assertEquals(List.of(), violations.take());
        violations.clear();
        violations.add(50, 1, "one");
        assertEquals(List.of(new Violations.Violation(50, 1, "one")), violations.take());
    }
}

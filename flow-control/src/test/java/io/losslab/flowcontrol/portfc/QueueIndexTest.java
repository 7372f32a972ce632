package io.losslab.flowcontrol.portfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueueIndexTest {
    @ParameterizedTest
    @CsvSource({"2, 3, 4", "4, 5, 8", "8, 9, 16"})
    void hasAsManyQueuesAsThePaperSays(int n, int switchQueues, int nodeQueues) {
        QueueIndex queues = new QueueIndex(n, 1);
        assertEquals(switchQueues, queues.switchQueues());
        assertEquals(nodeQueues, queues.nodeQueues());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, QueueIndex.MAX_PORTS})
    void numbersEveryDirectionOnce(int n) {
        QueueIndex queues = new QueueIndex(n, 1);
        for (int own = 0; own < n; own++) {
            Set<Integer> directions = new HashSet<>();
            for (int port = 0; port < n; port++) {
                int direction = queues.direction(port, own);
                assertEquals(port == own, direction < 0);
                directions.add(direction);
            }
            assertEquals(n, directions.size());
        }
        assertEquals(-1, queues.direction(n, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void numbersADeviceSDataQueuesWithoutGaps(int n) {
        QueueIndex queues = new QueueIndex(n, 1);
        Set<Integer> ofSwitch = new HashSet<>(Set.of(queues.ddq()));
        Set<Integer> ofNode = new HashSet<>(Set.of(queues.relay()));
        for (int direction = 0; direction < queues.directions(); direction++) {
            ofSwitch.add(queues.ihfq(direction));
            ofNode.add(queues.fourHop(direction));
            ofNode.add(queues.twoHop(direction));
        }
        assertEquals(queues.switchQueues() - 1, ofSwitch.size());
        assertEquals(queues.nodeQueues() - 1, ofNode.size());
        assertEquals(queues.switchQueues() - 2, ofSwitch.stream().max(Integer::compare).get());
        assertEquals(queues.nodeQueues() - 2, ofNode.stream().max(Integer::compare).get());
    }

    /** Every class of own flows has n-1 queues, and no two share one. */
    @Property(tries = 50)
    void countsAsTheFormulaSays(
            @ForAll @IntRange(min = 2, max = 32) int n, @ForAll @IntRange(min = 1, max = 3) int k) {
        QueueIndex queues = new QueueIndex(n, k);
        assertEquals(n + 1, queues.switchQueues());
        assertEquals((k + 1) * (n - 1) + 2, queues.nodeQueues());
        Set<Integer> ofNode = new HashSet<>(Set.of(queues.relay()));
        for (int switches = 1; switches <= k + 1; switches++) {
            for (int direction = 0; direction < queues.directions(); direction++) {
                ofNode.add(queues.own(switches, direction));
            }
        }
        assertEquals(queues.nodeQueues() - 1, ofNode.size());
        assertEquals(queues.nodeQueues() - 2, ofNode.stream().max(Integer::compare).get());
    }

    @Test
    void refusesSwitchesOfOnePort() {
        assertThrows(IllegalArgumentException.class, () -> new QueueIndex(1, 1));
    }
}

package io.losslab.labs.lease;

import java.time.Duration;

/**
 * How long a lease is valid without its holder.
 *
 * @param limit from its last renewal, above zero
 * @param renewal from one renewal to the next, well below the limit
 * @param retry pause before a taken lease is looked at again by one who waits for it
 */
record LeaseTerms(Duration limit, Duration renewal, Duration retry) {
    /**
     * Two minutes, for which agents that a run starts wait for it too. A holder whose lease was
     * ended hears of it within ten seconds.
     */
    static final LeaseTerms USUAL =
            new LeaseTerms(Duration.ofMinutes(2), Duration.ofSeconds(10), Duration.ofSeconds(2));
}

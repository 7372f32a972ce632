package io.losslab.labs.lease;

import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.Rest;
import io.losslab.driver.DeviceException;
import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseHolder;
import io.losslab.proto.v1.LeaseState;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;

/** Takes, shows, and ends the leases of testbeds. For one thread. */
public final class LeaseDesk {
    private final PrintStream warnings;
    private final LeaseTerms terms;
    private final LeaseText text = new LeaseText(Clock.system(ZoneId.systemDefault()));

    /**
     * A desk that tells what it waits for.
     *
     * @param warnings where to
     */
    public LeaseDesk(PrintStream warnings) {
        this(warnings, LeaseTerms.USUAL);
    }

    LeaseDesk(PrintStream warnings, LeaseTerms terms) {
        this.warnings = warnings;
        this.terms = terms;
    }

    /**
     * Takes the lease of a testbed.
     *
     * @param purpose what for: an experiment or a command
     * @param directory of the results
     * @param wait how long to wait for one who holds it; empty: not at all
     * @return none where the testbed has no place to keep one, which is said
     * @throws CommandFailure where another holds it
     */
    public TestbedLease take(
            Testbed testbed, String purpose, Optional<Path> directory, Optional<Duration> wait) {
        Optional<LeasePlace> place = LeasePlaces.of(testbed);
        if (place.isEmpty()) {
            warnings.println(
                    "losslab: warning: no device of testbed %s can keep a lease, so other users are not noticed; name a place with 'lease' in the testbed file"
                            .formatted(testbed.name()));
            return TestbedLease.none();
        }
        return take(place.get(), LeaseUser.self(testbed.name(), purpose, directory), wait);
    }

    /**
     * Who uses a testbed.
     *
     * @throws CommandFailure where its lease cannot be read, or has no place
     */
    public static LeaseView look(Testbed testbed) {
        try (LeasePlace place = required(testbed)) {
            return new LeaseView(testbed.name(), place.name(), place.read());
        } catch (DeviceException e) {
            throw unusable(testbed.name(), "read", e);
        }
    }

    /**
     * Ends the lease of a testbed, whoever holds it: the holder's run ends at its next renewal.
     *
     * @return what stood there before
     * @throws CommandFailure where another took it in the same moment
     */
    public static LeaseView end(Testbed testbed) {
        try (LeasePlace place = required(testbed)) {
            LeaseState found = place.read();
            LeaseState after = place.replace(found.getLease(), Leases.NONE);
            if (after.hasLease()) {
                throw CommandFailure.failed(
                        "the lease of testbed %s changed at the same moment; it is held by %s"
                                .formatted(
                                        testbed.name(),
                                        LeaseText.holder(after.getLease().getHolder())),
                        "run the command again to end that lease");
            }
            return new LeaseView(testbed.name(), place.name(), found);
        } catch (DeviceException e) {
            throw unusable(testbed.name(), "ended", e);
        }
    }

    private static LeasePlace required(Testbed testbed) {
        return LeasePlaces.of(testbed)
                .orElseThrow(
                        () ->
                                CommandFailure.usage(
                                        "no device of testbed %s can keep a lease"
                                                .formatted(testbed.name()),
                                        "name a place with 'lease' in the testbed file"));
    }

    /** Takes the lease that is kept at a place, which is closed with it. */
    TestbedLease take(LeasePlace place, LeaseHolder self, Optional<Duration> wait) {
        boolean taken = false;
        try {
            TestbedLease lease = takeOrWait(place, self, wait);
            taken = true;
            return lease;
        } catch (DeviceException e) {
            throw unusable(self.getTestbed(), "taken", e);
        } finally {
            if (!taken) {
                place.close();
            }
        }
    }

    private TestbedLease takeOrWait(LeasePlace place, LeaseHolder self, Optional<Duration> wait) {
        String token = UUID.randomUUID().toString();
        long patience = wait.map(Duration::toNanos).orElse(0L);
        long asked = System.nanoTime();
        String told = "";
        while (true) {
            long begun = System.nanoTime();
            LeaseState found = place.read();
            if (!Leases.isHeld(found) || LeaseUser.isDead(found.getLease().getHolder())) {
                Lease own = Leases.begin(found, token, self, terms.limit().toMillis());
                LeaseState after = place.replace(found.getLease(), own);
                if (Leases.isOf(after, token)) {
                    warnOfLeftover(found);
                    return TestbedLease.hold(place, self.getTestbed(), token, terms, begun);
                }
                found = after;
            }
            if (System.nanoTime() - asked >= patience) {
                throw inUse(self.getTestbed(), found, wait);
            }
            String user = LeaseText.holder(found.getLease().getHolder());
            if (!user.equals(told)) {
                warnings.println(
                        "waiting: testbed %s is in use by %s %s"
                                .formatted(self.getTestbed(), user, text.times(found)));
                told = user;
            }
            Rest.nanos(terms.retry().toNanos());
        }
    }

    private static CommandFailure unusable(String testbed, String verb, DeviceException e) {
        String message =
                "the lease of testbed %s cannot be %s: %s".formatted(testbed, verb, e.getMessage());
        String advice = "'lease' in the testbed file can name another place for it";
        return e.isAtFault()
                ? CommandFailure.ofDevice(message, advice, e)
                : CommandFailure.failed(message, advice, e);
    }

    /** One who did not give it back may not have restored the devices either. */
    private void warnOfLeftover(LeaseState found) {
        if (found.hasLease()) {
            LeaseHolder last = found.getLease().getHolder();
            warnings.println(
                    "losslab: warning: %s used testbed %s before and ended without giving it back; devices may keep settings of that run until 'losslab cleanup' restores them on %s"
                            .formatted(LeaseText.holder(last), last.getTestbed(), last.getHost()));
        }
    }

    private CommandFailure inUse(String testbed, LeaseState found, Optional<Duration> wait) {
        return CommandFailure.failed(
                "testbed %s is in use by %s %s"
                        .formatted(
                                testbed,
                                LeaseText.holder(found.getLease().getHolder()),
                                text.times(found)),
                wait.isPresent()
                        ? "wait longer, or ask that user to stop"
                        : "wait for it with --wait, or ask that user to stop");
    }
}

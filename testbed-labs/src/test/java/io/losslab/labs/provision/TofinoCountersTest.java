package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.DeviceKind;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.RealTimeLab;
import io.losslab.labs.backend.Silence;
import io.losslab.labs.measure.CellDevices;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TofinoCountersTest {
    /** Two ticks of the timer that fills the SDE's cache of drops, and a tenth more. */
    private static final long CACHE_NANOS = 2_200_000_000L;

    @TempDir private Path folder;

    @Test
    void dropsOfBeforeAreNotOfTheCellAndItsOwnAreAwaited() throws Exception {
        try (ChipLab chips = new ChipLab("bifrost/case-a", 0, "pfc_forward", folder);
                Channels channels = new Channels()) {
            Binding binding = Binding.ofFabric(chips.served.plan.topology(), chips.testbed);
            Silence silence = new Silence();
            RealTimeLab lab = new RealTimeLab(binding, channels, Ledger.inMemory(), silence);
            Device chip = chips.testbed.device("M").orElseThrow();
            provisionedNanos(lab, chips.served.plan);
            // The chip has all that the cell wants: little but the wait takes time.
            assertTrue(provisionedNanos(lab, chips.served.plan) < CACHE_NANOS);
            silence.end();
            silence.begin();
            assertTrue(provisionedNanos(lab, chips.served.plan) >= CACHE_NANOS);
            assertEquals(
                    CACHE_NANOS,
                    DeviceKind.of(chip)
                            .counters(chips.served.sessions.of(chip))
                            .orElseThrow()
                            .settleNanos());
        }
    }

    private static long provisionedNanos(RealTimeLab lab, CellPlan plan) {
        long began = System.nanoTime();
        try (CellDevices devices = new CellDevices(lab, plan)) {
            devices.provision();
        }
        return System.nanoTime() - began;
    }
}

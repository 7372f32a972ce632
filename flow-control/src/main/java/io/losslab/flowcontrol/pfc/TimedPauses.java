package io.losslab.flowcontrol.pfc;

import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.setting.Settings;
import java.util.Optional;

/** A scheme whose pauses end as its key {@link PfcKeys#TIMER} says. */
public interface TimedPauses extends SchemeType {
    @Override
    default Optional<PauseTimer> pauseTimer(Settings settings) {
        return Optional.of(PfcKeys.timer(settings));
    }
}

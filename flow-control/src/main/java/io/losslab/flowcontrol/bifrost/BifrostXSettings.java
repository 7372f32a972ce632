package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * BifrostX of one link: Bifrost over the sum of the priorities, and how the upstream shares the
 * tokens among them (Bifrost, section IV-E).
 *
 * @param bifrost Algorithm 1; its priorities are those that share the link
 * @param allocation how the upstream spends the tokens of a slot
 */
public record BifrostXSettings(BifrostSettings bifrost, Allocation allocation)
        implements PortSettings {

    /** How the upstream spends the tokens of a slot. */
    public enum Allocation {
        /** Algorithm 3 anew for each packet, on the tokens left and the queues of that moment. */
        WORK_CONSERVING,
        /** Algorithm 3 as printed: the queues of the moment when the frame came. */
        PAPER
    }

    /**
     * BifrostX as resolved settings have it.
     *
     * @throws IllegalArgumentException where they cannot be
     */
    static BifrostXSettings of(Settings settings) {
        return new BifrostXSettings(
                BifrostSettings.of(settings),
                settings.choice(BifrostXType.ALLOCATION, Allocation.class));
    }

    /** P. */
    public int priorityCount() {
        return Integer.bitCount(bifrost.priorities());
    }

    @Override
    public long reservedBytes() {
        return bifrost.reservedBytes();
    }

    @Override
    public List<SettingProblem> problems(LinkProfile link, long portBufferBytes) {
        List<SettingProblem> problems = new ArrayList<>(bifrost.problems(link, portBufferBytes));
        if (priorityCount() < 2) {
            problems.add(
                    new SettingProblem(
                            Setting.PRIORITIES,
                            "BifrostX has no throughput loss for two priorities or more; for one use bifrost",
                            false));
        }
        return problems;
    }
}

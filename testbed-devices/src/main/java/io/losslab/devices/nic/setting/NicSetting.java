package io.losslab.devices.nic.setting;

import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import java.util.List;
import java.util.Map;

/**
 * Something of a NIC that is read, set and restored by itself. Its values are texts by name; a host
 * that cannot set one must not report it. Stateless.
 */
public interface NicSetting {
    /** Its name in plans, journals, and the key {@code keep}. */
    String name();

    /** The values of a host; those that it does not have are left out. */
    Map<String, String> read(NicPort nic, NicAnswers answers);

    /** Why a host does not have a value, and what would help: a line for users. */
    String reason(NicAnswers answers);

    /** What of a wanted state is not in force yet. */
    default Map<String, String> open(NicState present, NicState wanted) {
        return wanted.differingFrom(present);
    }

    /** Whether one round of commands may leave something open, which the next one sees. */
    default boolean hasRounds() {
        return false;
    }

    /**
     * Commands of the shell that lead to a wanted state, or nearer to it. {@code $root} runs a
     * command as the superuser.
     *
     * @param open what is not in force yet
     */
    List<String> commands(
            NicPort nic, NicAnswers answers, NicState present, Map<String, String> open);
}

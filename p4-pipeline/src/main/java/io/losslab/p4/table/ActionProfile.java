package io.losslab.p4.table;

import io.losslab.p4.action.ActionCall;
import io.losslab.p4.extern.Calculation;
import io.losslab.p4.packet.PacketState;
import java.util.List;
import java.util.Optional;

/** An action profile, or with a hash an action selector. */
public final class ActionProfile {
    private final String name;
    private final Calculation selector;

    /** A profile; {@code selector} is null where it has no hash. */
    public ActionProfile(String name, Calculation selector) {
        this.name = name;
        this.selector = selector;
    }

    public String name() {
        return name;
    }

    /** The hash that chooses among a group's members. */
    public Optional<Calculation> selector() {
        return Optional.ofNullable(selector);
    }

    /**
     * One of several actions by the hash of the packet; an action twice in the list counts twice.
     */
    public ActionSource group(List<ActionCall> members) {
        ActionCall[] slots = members.toArray(ActionCall[]::new);
        return packet -> slots.length == 0 ? null : slots[slot(packet, slots.length)];
    }

    private int slot(PacketState packet, int count) {
        return count == 1 || selector == null
                ? 0
                : (int) Long.remainderUnsigned(selector.of(packet), count);
    }
}

package io.losslab.flowcontrol;

/** What holds of a scheme whatever its settings are. */
public enum Trait {
    /** The NICs of hosts at the links run its egress side too. */
    RUNS_ON_HOSTS,

    /** Hosts that forward for others run its downstream end too. */
    RUNS_ON_RELAYS,

    /** Its downstream end owns the ingress buffer of a port, so a port runs one such scheme. */
    OWNS_INGRESS_BUFFER,

    /** A coprocessor at the port runs its downstream end, as a {@link Coprocessor}. */
    RUNS_ON_COPROCESSOR,

    /** Where a switch has no coprocessor, it runs that downstream end itself. */
    RUNS_WITHOUT_COPROCESSOR,

    /** The sender waits for credits that the downstream end grants. */
    GRANTS_CREDITS,

    /** Its egress side asks by {@link DataPlane#hopsTo} where on a flow's path a port lies. */
    ASKS_FOR_PATHS,

    /**
     * It takes all ports of a device for one switch. Without this it works port by port, so several
     * logical switches can run it on one device.
     */
    NEEDS_WHOLE_DEVICE,

    /** It pauses whole priorities hop by hop: flows over a circle of links can deadlock. */
    CAN_DEADLOCK
}

package io.losslab.softswitch.live;

import io.losslab.api.process.JvmThreads;

/**
 * Puts threads before all that are not real-time ones, where the machine allows it. Source:
 * sched(7).
 */
final class Priorities {
    /** Before the hosts of the machine, all of which wait for the switches. */
    private static final int SWITCHES = 3;

    private Priorities() {}

    /**
     * The calling thread, and those of the virtual machine that stop it: while they wait for a core
     * it does too. It wakes when it asked to, not up to 50 us later.
     */
    static void raise() {
        Libc.prctl(Libc.PR_SET_TIMERSLACK, 1, 0, 0, 0);
        set(0, Libc.SCHED_RR, SWITCHES);
        setStopping(Libc.SCHED_RR, SWITCHES);
    }

    /** The virtual machine's threads go back among the others. */
    static void lower() {
        setStopping(Libc.SCHED_OTHER, 0);
    }

    private static void setStopping(int policy, int priority) {
        JvmThreads.stopping().forEach(thread -> set(thread, policy, priority));
    }

    private static void set(int thread, int policy, int priority) {
        NativeBlock parameter = new NativeBlock(4);
        parameter.bytes.putInt(0, priority);
        Libc.sched_setscheduler(thread, policy, parameter.address);
    }
}

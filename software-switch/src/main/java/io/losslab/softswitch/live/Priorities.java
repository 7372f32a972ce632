package io.losslab.softswitch.live;

import io.losslab.api.process.JvmThreads;

/**
 * Puts the thread of live switches before all that are not real-time ones, where the machine allows
 * it, and what it has to wait for before other programs. Source: sched(7).
 */
public final class Priorities {
    /**
     * Nice value of the processes of a live lab. At a safepoint, the virtual machine waits for each
     * thread that was preempted in Java code, and the switches and the data threads of the hosts
     * wait with it.
     */
    public static final int NICE = -10;

    /** Before the hosts of the machine, all of which wait for the switches. */
    private static final int SWITCHES = 3;

    private final int niceBefore = Libc.getpriority(Libc.PRIO_PROCESS, 0);

    private Priorities() {}

    /**
     * Raises the calling thread, and those of the virtual machine that stop it: while they wait for
     * a core it does too. It wakes when it asked to, not up to 50 us later.
     */
    static Priorities raise() {
        Priorities before = new Priorities();
        Libc.prctl(Libc.PR_SET_TIMERSLACK, 1, 0, 0, 0);
        setAll(Math.min(NICE, before.niceBefore));
        set(0, Libc.SCHED_RR, SWITCHES);
        setStopping(Libc.SCHED_RR, SWITCHES);
        return before;
    }

    /** The process and the virtual machine's threads go back among the others. */
    void restore() {
        setStopping(Libc.SCHED_OTHER, 0);
        setAll(niceBefore);
    }

    private static void setAll(int nice) {
        JvmThreads.all().forEach(thread -> Libc.setpriority(Libc.PRIO_PROCESS, thread, nice));
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

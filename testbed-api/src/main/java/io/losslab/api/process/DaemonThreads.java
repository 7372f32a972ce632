package io.losslab.api.process;

import java.util.concurrent.ThreadFactory;

/** Threads with a name that do not keep the program running. */
public final class DaemonThreads {
    private DaemonThreads() {}

    /** Makes all of one name. */
    public static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}

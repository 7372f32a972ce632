package io.losslab.softswitch.live;

import com.sun.jna.Native;

/**
 * The system calls of Linux that the live switches need and Java does not offer, bound directly.
 * Addresses and structures are plain numbers and memory, so a call allocates nothing. 64-bit Linux
 * only.
 */
final class Libc {
    static final int AF_PACKET = 17;
    static final int SOCK_RAW = 3;
    static final int SOCK_NONBLOCK = 0x800;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int SOL_SOCKET = 1;
    static final int SO_RCVBUFFORCE = 33;
    static final int SO_SNDBUFFORCE = 32;
    static final int SO_TIMESTAMPNS = 35;
    static final int SOL_PACKET = 263;
    static final int PACKET_STATISTICS = 6;
    static final int PACKET_AUXDATA = 8;
    static final int PACKET_IGNORE_OUTGOING = 23;
    static final int ETH_P_ALL = 3;
    static final int MSG_DONTWAIT = 0x40;
    static final int MSG_TRUNC = 0x20;
    static final int POLLIN = 1;
    static final int EFD_NONBLOCK = 0x800;
    static final int EFD_CLOEXEC = 0x80000;
    static final int SCHED_OTHER = 0;
    static final int SCHED_RR = 2;
    static final int PRIO_PROCESS = 0;
    static final int PR_SET_TIMERSLACK = 29;
    static final int CLOCK_REALTIME = 0;
    static final int EPERM = 1;

    static {
        Native.register(Libc.class, "c");
    }

    private Libc() {}

    static native int socket(int family, int type, int protocol);

    static native int bind(int socket, long address, int addressBytes);

    static native int setsockopt(int socket, int level, int option, long value, int valueBytes);

    static native int getsockopt(int socket, int level, int option, long value, long valueBytes);

    static native int recvmmsg(int socket, long messages, int count, int flags, long timeout);

    static native long send(int socket, long frame, long bytes, int flags);

    static native int getpriority(int which, int who);

    static native int setpriority(int which, int who, int nice);

    static native int ppoll(long descriptors, long count, long timeout, long signals);

    static native int eventfd(int initial, int flags);

    static native long read(int descriptor, long to, long bytes);

    static native long write(int descriptor, long from, long bytes);

    static native int close(int descriptor);

    static native int if_nametoindex(String name);

    static native int clock_gettime(int clock, long timespec);

    static native int sched_setscheduler(int thread, int policy, long parameter);

    static native int prctl(int option, long value, long b, long c, long d);

    /** Number of the last error of this thread. */
    static int errno() {
        return Native.getLastError();
    }

    /** What an error number means. */
    static String text(int errno) {
        return switch (errno) {
            case EPERM, 13 -> "not permitted; run as root, or with CAP_NET_RAW and CAP_NET_ADMIN";
            case 19, 6 -> "no such interface";
            case 100 -> "the interface is down";
            case 105, 12 -> "the kernel is out of memory";
            case 24 -> "too many open files";
            default -> "error " + errno;
        };
    }
}

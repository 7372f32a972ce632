/**
 * The software switches in real time, moving real Ethernet frames: the same fabric as in virtual
 * time, with packet sockets at the hosts' ports and a clock that runs slower by a factor. Uses the
 * fabric and, through JNA, a handful of Linux system calls.
 */
package io.losslab.softswitch.live;

/**
 * A lab of network namespaces on one machine: a namespace for each host, veth pairs to the
 * switches, a management link and an SSH server in each, and a journal by which all of it is
 * undone. Uses the {@code ip} and {@code sshd} programs; knows nothing of what runs in the hosts.
 */
package io.losslab.softswitch.netns;

package io.losslab.softswitch.netns;

import java.nio.file.Path;

/**
 * How to log in to the hosts of a lab.
 *
 * @param user whose login it is
 * @param port TCP port at every host's management address
 * @param privateKey file with the key, made for this lab
 * @param knownHosts file with the hosts' key at every management address
 */
public record SshAccess(String user, int port, Path privateKey, Path knownHosts) {}

package io.losslab.configs.testbed;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a host is logged in to.
 *
 * @param host name or address
 * @param port TCP port, 1..65535
 * @param user that logs in
 * @param keyFile private key; empty: only the keys of the SSH agent
 * @param knownHostsFile host keys that are trusted
 */
public record SshLogin(
        String host, int port, String user, Optional<Path> keyFile, Path knownHostsFile) {}

package io.losslab.orchestrator.testbed;

import java.nio.file.Path;

/**
 * How the agent of a host is started.
 *
 * @param host name or address
 * @param port TCP port, 1..65535
 * @param user that logs in
 * @param keyFile private key; its content is never read here
 * @param knownHostsFile host keys that are trusted
 */
public record SshLogin(String host, int port, String user, Path keyFile, Path knownHostsFile) {}

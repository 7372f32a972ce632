package io.losslab.devices.ssh;

import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.schmizz.keepalive.KeepAliveProvider;
import net.schmizz.sshj.Config;
import net.schmizz.sshj.DefaultConfig;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.userauth.UserAuthException;
import net.schmizz.sshj.userauth.keyprovider.KeyProvider;
import net.schmizz.sshj.userauth.method.AuthMethod;
import net.schmizz.sshj.userauth.method.AuthPublickey;

/**
 * Opens connections to one host: its key must be known, and the user's is taken from the file of
 * the login or from the SSH agent. Passwords and passphrases are never asked for. Thread safe.
 */
final class Login {
    private static final int CONNECT_MILLIS = 10_000;

    /** A busy host starts a process for each connection, and that makes keys. */
    private static final int ANSWER_MILLIS = 30_000;

    private static final int KEEP_ALIVE_SECONDS = 5;

    private final String device;
    private final SshLogin login;
    private final Optional<KeyAgent> agent;

    /**
     * A way in.
     *
     * @param device name of the host in messages
     * @param agent holds keys; empty where there is none
     */
    Login(String device, SshLogin login, Optional<KeyAgent> agent) {
        this.device = device;
        this.login = login;
        this.agent = agent;
    }

    /** Name of the host in messages. */
    String device() {
        return device;
    }

    /**
     * Connects and logs in.
     *
     * @throws CommandFailure where the host's or the user's key is refused
     * @throws IOException where the host is not reached
     */
    SSHClient open() throws IOException {
        Config config = new DefaultConfig();
        config.setKeepAliveProvider(KeepAliveProvider.KEEP_ALIVE);
        SSHClient client = new SSHClient(config);
        TrustedHostKeys hostKeys =
                TrustedHostKeys.read(device, login.knownHostsFile(), login.host(), login.port());
        try {
            client.addHostKeyVerifier(hostKeys);
            client.setConnectTimeout(CONNECT_MILLIS);
            client.setTimeout(ANSWER_MILLIS);
            // Before the connection is made, which starts the thread that keeps it alive.
            client.getConnection().getKeepAlive().setKeepAliveInterval(KEEP_ALIVE_SECONDS);
            client.connect(login.host(), login.port());
            authenticate(client);
            client.setTimeout(0);
            return client;
        } catch (IOException | RuntimeException e) {
            client.close();
            if (hostKeys.refusal() != null) {
                throw hostKeys.refusal();
            }
            throw e;
        }
    }

    /** The message for a user where the host is not reached. */
    CommandFailure unreachable(IOException cause) {
        return CommandFailure.ofDevice(
                "%s: no SSH connection to %s: %s".formatted(device, place(), reason(cause)),
                "check 'ssh' of the host in the testbed file, and that its SSH server runs",
                cause);
    }

    private static String reason(IOException cause) {
        if (cause instanceof UnknownHostException) {
            return "unknown host name";
        }
        if (cause instanceof ConnectException) {
            return "the connection was refused";
        }
        if (cause instanceof NoRouteToHostException) {
            return "no route to host";
        }
        if (cause instanceof SocketTimeoutException) {
            return "no answer";
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    private void authenticate(SSHClient client) throws IOException {
        List<String> tried = new ArrayList<>();
        List<AuthMethod> methods = new ArrayList<>();
        if (login.keyFile().isPresent()) {
            fileKey(client, login.keyFile().get(), tried).ifPresent(methods::add);
        }
        agentKeys(methods, tried);
        if (methods.isEmpty()) {
            throw refused("there is no key to log in with", tried, null);
        }
        try {
            client.auth(login.user(), methods);
        } catch (UserAuthException e) {
            throw refused("none of the keys was accepted", tried, e);
        }
    }

    private static Optional<AuthMethod> fileKey(SSHClient client, Path file, List<String> tried) {
        try {
            KeyProvider key = client.loadKeys(file.toString());
            key.getPrivate();
            tried.add("the key of " + file);
            return Optional.of(new AuthPublickey(key));
        } catch (IOException e) {
            tried.add(
                    "%s (unreadable or protected by a passphrase; add it to the SSH agent)"
                            .formatted(file));
            return Optional.empty();
        }
    }

    private void agentKeys(List<AuthMethod> methods, List<String> tried) {
        if (agent.isEmpty()) {
            tried.add("no SSH agent (SSH_AUTH_SOCK is not set)");
            return;
        }
        try {
            List<KeyAgent.Identity> identities = agent.get().identities();
            for (KeyAgent.Identity identity : identities) {
                methods.add(new AgentAuthentication(agent.get(), identity));
            }
            tried.add("%d keys of the SSH agent".formatted(identities.size()));
        } catch (IOException e) {
            tried.add("the SSH agent (no answer: %s)".formatted(e.getMessage()));
        }
    }

    private CommandFailure refused(String what, List<String> tried, UserAuthException cause) {
        return CommandFailure.ofDevice(
                "%s: %s cannot log in at %s: %s; tried: %s"
                        .formatted(device, login.user(), place(), what, String.join(", ", tried)),
                "add the public key to ~/.ssh/authorized_keys of %s on the host, or the private key to the SSH agent with ssh-add"
                        .formatted(login.user()),
                cause);
    }

    private String place() {
        return "%s:%d".formatted(login.host(), login.port());
    }
}

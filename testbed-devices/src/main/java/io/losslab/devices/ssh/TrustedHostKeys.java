package io.losslab.devices.ssh;

import io.losslab.api.digest.Sha256;
import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.Base64;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.KeyType;
import net.schmizz.sshj.transport.verification.OpenSSHKnownHosts;

/**
 * The host keys of a known-hosts file, hashed names included. A host that is not there, or has
 * another key than there, is refused, and why is kept; nothing is ever added to the file. For one
 * login.
 */
final class TrustedHostKeys extends OpenSSHKnownHosts {
    private final String device;
    private final Path file;
    private final String host;
    private final int port;
    private CommandFailure refusal;

    private TrustedHostKeys(String device, Path file, String host, int port, Reader lines)
            throws IOException {
        super(lines);
        this.device = device;
        this.file = file;
        this.host = host;
        this.port = port;
    }

    /**
     * Reads the file.
     *
     * @param device name of the host in messages
     * @param host its address
     * @param port TCP port of its SSH server
     * @throws CommandFailure where it cannot be read
     */
    static TrustedHostKeys read(String device, Path file, String host, int port) {
        try (Reader lines = Files.newBufferedReader(file)) {
            return new TrustedHostKeys(device, file, host, port, lines);
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "%s: the known-hosts file cannot read %s".formatted(device, file),
                    "print a host's keys with 'ssh-keyscan HOST', and verify them on the host"
                            + " before adding them",
                    e);
        }
    }

    /** Why the host was refused; null where it was not. */
    CommandFailure refusal() {
        return refusal;
    }

    @Override
    protected boolean hostKeyUnverifiableAction(String hostname, PublicKey key) {
        refusal =
                refusal(
                        "%s: the host key of %s, %s, is not in %s"
                                .formatted(device, hostname, fingerprint(key), file),
                        "compare it with 'ssh-keygen -lf /etc/ssh/ssh_host_%s_key.pub' on the host; if it matches, add the output of 'ssh-keyscan -p %d %s' to the file"
                                .formatted(shortType(key), port, host));
        return false;
    }

    @Override
    protected boolean hostKeyChangedAction(String hostname, PublicKey key) {
        refusal =
                refusal(
                        "%s: the host key of %s has changed: it is %s, but %s contains another one"
                                .formatted(device, hostname, fingerprint(key), file),
                        "this may be a man-in-the-middle attack; if the host was reinstalled, remove the old key with 'ssh-keygen -R %s -f %s' and add the new one"
                                .formatted(hostname, file));
        return false;
    }

    private static CommandFailure refusal(String message, String advice) {
        return CommandFailure.ofDevice(message, advice, null);
    }

    /** As ssh-keygen prints it: kind, SHA-256 in Base64 without padding. */
    static String fingerprint(PublicKey key) {
        byte[] blob = new Buffer.PlainBuffer().putPublicKey(key).getCompactData();
        return "%s SHA256:%s"
                .formatted(
                        KeyType.fromKey(key),
                        Base64.getEncoder().withoutPadding().encodeToString(Sha256.of(blob)));
    }

    private static String shortType(PublicKey key) {
        return switch (KeyType.fromKey(key)) {
            case RSA -> "rsa";
            case ED25519 -> "ed25519";
            default -> "ecdsa";
        };
    }
}

package io.losslab.devices.ssh;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.schmizz.sshj.common.Buffer;

/**
 * The user's SSH agent behind its socket: which keys it holds, and signatures by them. Private keys
 * stay there. Source: draft-miller-ssh-agent, sections 4.4 and 4.5.
 */
final class KeyAgent {
    private static final byte REQUEST_IDENTITIES = 11;
    private static final byte IDENTITIES_ANSWER = 12;
    private static final byte SIGN_REQUEST = 13;
    private static final byte SIGN_RESPONSE = 14;

    /** Asks an RSA key for rsa-sha2-512 instead of the SHA-1 of old. */
    private static final int RSA_SHA2_512 = 4;

    private static final int MOST_ANSWER_BYTES = 1 << 20;

    private final Path socket;

    KeyAgent(Path socket) {
        this.socket = socket;
    }

    /** The agent that SSH_AUTH_SOCK names. */
    static Optional<KeyAgent> ofEnvironment() {
        return Optional.ofNullable(System.getenv("SSH_AUTH_SOCK"))
                .filter(path -> !path.isEmpty())
                .map(path -> new KeyAgent(Path.of(path)));
    }

    /** A public key that the agent has the private key of, as it is on the wire. */
    static final class Identity {
        private final byte[] blob;
        private final String type;

        private Identity(byte[] blob) throws IOException {
            this.blob = blob.clone();
            this.type = new Buffer.PlainBuffer(blob).readString();
        }

        byte[] blob() {
            return blob.clone();
        }

        /** Name of the signature's algorithm. */
        String algorithm() {
            return isRsa() ? "rsa-sha2-512" : type;
        }

        private boolean isRsa() {
            return type.equals("ssh-rsa");
        }
    }

    /** The keys it holds. */
    List<Identity> identities() throws IOException {
        Buffer.PlainBuffer answer =
                ask(new Buffer.PlainBuffer().putByte(REQUEST_IDENTITIES), IDENTITIES_ANSWER);
        List<Identity> identities = new ArrayList<>();
        int count = answer.readUInt32AsInt();
        for (int i = 0; i < count; i++) {
            identities.add(new Identity(answer.readStringAsBytes()));
            answer.readString();
        }
        return identities;
    }

    /** The signature of some bytes, in SSH's encoding. */
    byte[] sign(Identity identity, byte[] bytes) throws IOException {
        Buffer.PlainBuffer request =
                new Buffer.PlainBuffer()
                        .putByte(SIGN_REQUEST)
                        .putString(identity.blob())
                        .putString(bytes)
                        .putUInt32(identity.isRsa() ? RSA_SHA2_512 : 0);
        return ask(request, SIGN_RESPONSE).readStringAsBytes();
    }

    private Buffer.PlainBuffer ask(Buffer.PlainBuffer request, byte expected) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            byte[] body = request.getCompactData();
            ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + body.length);
            bytes.putInt(body.length).put(body).flip();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
            int length = in.readInt();
            if (length < 1 || length > MOST_ANSWER_BYTES) {
                throw new IOException(
                        "the SSH agent sent an invalid reply of %d bytes".formatted(length));
            }
            Buffer.PlainBuffer answer = new Buffer.PlainBuffer(in.readNBytes(length));
            byte kind = answer.readByte();
            if (kind != expected) {
                throw new IOException("the SSH agent refused with message type %d".formatted(kind));
            }
            return answer;
        } catch (EOFException e) {
            throw new IOException("the SSH agent closed the connection", e);
        }
    }
}

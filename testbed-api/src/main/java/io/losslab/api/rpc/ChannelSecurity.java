package io.losslab.api.rpc;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** How a channel is protected. */
public sealed interface ChannelSecurity {
    /** Nothing; only to this machine itself. */
    record Plaintext() implements ChannelSecurity {}

    /**
     * TLS.
     *
     * @param trustFile PEM certificates that sign the device's
     * @param identity what the client shows, where the device asks for it
     */
    record Tls(Path trustFile, Optional<Identity> identity) implements ChannelSecurity {
        public Tls {
            Objects.requireNonNull(trustFile, "trustFile");
            Objects.requireNonNull(identity, "identity");
        }
    }

    /**
     * A client's certificate and key.
     *
     * @param certificateFile PEM certificate chain
     * @param keyFile PEM private key, PKCS#8
     */
    record Identity(Path certificateFile, Path keyFile) {
        public Identity {
            Objects.requireNonNull(certificateFile, "certificateFile");
            Objects.requireNonNull(keyFile, "keyFile");
        }
    }

    /** No protection; refused for addresses other than loopback ones. */
    static ChannelSecurity plaintext() {
        return new Plaintext();
    }

    /** TLS without a client certificate. */
    static ChannelSecurity tls(Path trustFile) {
        return new Tls(trustFile, Optional.empty());
    }

    /** TLS with a client certificate. */
    static ChannelSecurity mutualTls(Path trustFile, Path certificateFile, Path keyFile) {
        return new Tls(trustFile, Optional.of(new Identity(certificateFile, keyFile)));
    }
}

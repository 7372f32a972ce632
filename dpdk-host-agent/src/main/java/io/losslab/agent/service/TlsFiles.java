package io.losslab.agent.service;

import java.nio.file.Path;

/**
 * Files of a server's TLS, PEM.
 *
 * @param certificate chain, the server's own first
 * @param privateKey PKCS #8
 * @param clientAuthority who signs the certificates that clients must show; null if they need none
 */
public record TlsFiles(Path certificate, Path privateKey, Path clientAuthority) {}

package io.losslab.devices.ssh;

import java.io.IOException;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.Message;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.transport.TransportException;
import net.schmizz.sshj.userauth.UserAuthException;
import net.schmizz.sshj.userauth.method.AbstractAuthMethod;

/**
 * Logging in by one key of the SSH agent: the server is asked first whether it takes the key, and
 * only then is the agent asked to sign (RFC 4252, section 7).
 */
final class AgentAuthentication extends AbstractAuthMethod {
    private final KeyAgent agent;
    private final KeyAgent.Identity identity;

    AgentAuthentication(KeyAgent agent, KeyAgent.Identity identity) {
        super("publickey");
        this.agent = agent;
        this.identity = identity;
    }

    @Override
    protected SSHPacket buildReq() throws UserAuthException {
        return request(false);
    }

    @Override
    public void handle(Message message, SSHPacket packet)
            throws UserAuthException, TransportException {
        if (message != Message.USERAUTH_60) {
            super.handle(message, packet);
            return;
        }
        SSHPacket request = request(true);
        byte[] signed =
                new Buffer.PlainBuffer()
                        .putString(params.getTransport().getSessionID())
                        .putBuffer(request)
                        .getCompactData();
        try {
            params.getTransport().write(request.putString(agent.sign(identity, signed)));
        } catch (TransportException e) {
            throw e;
        } catch (IOException e) {
            throw new UserAuthException(e.getMessage(), e);
        }
    }

    private SSHPacket request(boolean signed) throws UserAuthException {
        return super.buildReq()
                .putBoolean(signed)
                .putString(identity.algorithm())
                .putString(identity.blob());
    }
}

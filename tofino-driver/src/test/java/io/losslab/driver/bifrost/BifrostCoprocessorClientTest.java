package io.losslab.driver.bifrost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.proto.v1.BifrostCoprocessorGrpc;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.NamedScheme;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BifrostCoprocessorClientTest {
    private static final NamedScheme SCHEME =
            NamedScheme.newBuilder()
                    .setName("bifrost")
                    .putSettings("priorities", "8")
                    .putSettings("slot", "10000")
                    .build();

    private final Coprocessor coprocessor = new Coprocessor();
    private final LoopbackServer server = new LoopbackServer(coprocessor);
    private final BifrostCoprocessorClient client =
            new BifrostCoprocessorClient(server.channel(), 4);

    @AfterEach
    void stop() throws InterruptedException {
        server.stop();
    }

    @Test
    void settingsAndCountersAreThoseOfThePort() {
        coprocessor.inForce.put(portOf(2), SCHEME);
        assertEquals(SCHEME, client.get(2));
        assertEquals(portOf(2), client.counters(2).getPort());
    }

    @Test
    void aPortWithoutBifrostIsNotFound() {
        DeviceException e = assertThrows(DeviceException.class, () -> client.get(7));
        assertEquals(
                server.prefix()
                        + "GetBifrost found nothing (port 7 runs no Bifrost); check ids and ports",
                e.getMessage());
    }

    @Test
    void aPortWithoutBifrostMayBeAskedFor() {
        coprocessor.inForce.put(portOf(3), SCHEME);
        assertEquals(Optional.empty(), client.find(2));
        assertEquals(Optional.of(SCHEME), client.find(3));
    }

    private static BifrostPort portOf(int port) {
        return BifrostPort.newBuilder().setDeviceId(4).setPort(port).build();
    }

    /** Tells what the test has put in force. */
    private static final class Coprocessor
            extends BifrostCoprocessorGrpc.BifrostCoprocessorImplBase {
        private final Map<BifrostPort, NamedScheme> inForce = new ConcurrentHashMap<>();

        @Override
        public void getBifrost(BifrostPort port, StreamObserver<NamedScheme> responses) {
            if (inForce.containsKey(port)) {
                responses.onNext(inForce.get(port));
                responses.onCompleted();
            } else {
                responses.onError(
                        Status.NOT_FOUND
                                .withDescription(
                                        "port %d runs no Bifrost".formatted(port.getPort()))
                                .asRuntimeException());
            }
        }

        @Override
        public void getBifrostCounters(
                BifrostPort port, StreamObserver<BifrostCounters> responses) {
            responses.onNext(BifrostCounters.newBuilder().setPort(port).build());
            responses.onCompleted();
        }
    }
}

package io.losslab.services.commodity;

import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.losslab.api.topology.Node;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.control.WantedFlowControl;
import io.losslab.services.product.LoginCheck;
import io.losslab.services.product.PortCounter;
import io.losslab.services.product.ProductAccount;
import io.losslab.services.product.ProductHardware;
import io.losslab.services.product.ProductServer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiFunction;

/**
 * The gNMI of a product. PFC is what its user has made by hand, for the priorities that are
 * configured over gNMI where the product takes these. A class of a virtual switch is the priority
 * of the same number.
 */
final class ProductFace implements Face, ProductHardware {
    private final Node node;
    private final ProductServer server;
    private final Map<Integer, NamedScheme> byHand;
    private final Optional<ProductAccount> account;
    private final ScheduledExecutorService wall;
    private volatile OwnedSwitch behind;
    private WantedFlowControl flowControl;

    /**
     * A product that is not in front of any switch yet.
     *
     * @param maker of the server, given the number of ports
     * @param installation what it is without a run
     * @param wall for what goes by the wall's time
     */
    ProductFace(
            Node node,
            BiFunction<Integer, ProductHardware, ProductServer> maker,
            Installation installation,
            ScheduledExecutorService wall) {
        this.node = node;
        this.byHand = installation.pfc();
        this.account = installation.account();
        this.wall = wall;
        this.server = maker.apply(node.ports(), this);
    }

    @Override
    public ServerServiceDefinition gnmi() {
        return account.map(
                        known ->
                                ServerInterceptors.intercept(
                                        server, new LoginCheck(known, server::wrongLogin)))
                .orElseGet(server::bindService);
    }

    @Override
    public String portName(int port) {
        return server.portName(port);
    }

    @Override
    public void standBefore(OwnedSwitch fresh) {
        synchronized (server) {
            behind = fresh;
            flowControl = new WantedFlowControl(node.ports());
            behind.change(access -> access.fabric().counters().countGroups());
            changed();
        }
    }

    @Override
    public List<String> settle() {
        synchronized (server) {
            changed();
            return flowControl.refused().stream()
                    .map(problem -> node.name() + ": " + problem)
                    .toList();
        }
    }

    @Override
    public void changed() {
        if (behind == null) {
            return;
        }
        List<WantedFlowControl.Port> wanted = new ArrayList<>();
        for (int port = 1; port <= node.ports(); port++) {
            wanted.add(wanted(port));
        }
        behind.change(access -> flowControl.apply(access, wanted));
    }

    private WantedFlowControl.Port wanted(int port) {
        Optional<NamedScheme> made = Optional.ofNullable(byHand.get(port));
        Settings settings = new Settings(made.map(NamedScheme::getSettingsMap).orElse(Map.of()));
        int lossless =
                made.isEmpty() ? 0 : server.losslessPriorities(port).orElse(settings.priorities());
        return new WantedFlowControl.Port(
                made.filter(any -> lossless != 0)
                        .map(
                                pfc ->
                                        pfc.toBuilder()
                                                .putAllSettings(
                                                        settings.with(Setting.PRIORITIES, lossless)
                                                                .values())
                                                .build()),
                lossless);
    }

    @Override
    public Reading read(Collection<PortCounter> counters) {
        return behind.call(access -> FabricSampling.read(access, node, counters));
    }

    @Override
    public Sampling sample(
            Collection<PortCounter> counters,
            long intervalNanos,
            boolean first,
            SampleReceiver receiver) {
        return new FabricSampling(behind, counters, receiver).start(intervalNanos, first, wall);
    }
}

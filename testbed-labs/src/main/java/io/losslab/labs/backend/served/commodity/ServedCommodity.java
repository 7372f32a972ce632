package io.losslab.labs.backend.served.commodity;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Node;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.commodity.Aspect;
import io.losslab.devices.commodity.CommodityKeys;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.labs.backend.served.RehearsedSchemes;
import io.losslab.labs.backend.served.ServedKind;
import io.losslab.labs.backend.served.ServedNetwork;
import io.losslab.labs.backend.served.ServedSwitches;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.services.commodity.CommodityFaces;
import io.losslab.services.commodity.Installation;
import io.losslab.services.commodity.Product;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Commodity switches, each behind gNMI of its own, with a coprocessor. What their gNMI does not set
 * is as the experiment asks, as if its user had made it by hand.
 */
public final class ServedCommodity implements ServedKind {
    private final Product product;
    private final Optional<ServedLogin> login;

    /**
     * Switches of a product.
     *
     * @param login who may use them; empty: any user
     */
    public ServedCommodity(Product product, Optional<ServedLogin> login) {
        this.product = product;
        this.login = login;
    }

    /**
     * Those of a profile.
     *
     * @param profile as testbed files have it
     * @param passwordFile that the user names
     * @param usualFile for the password where the user names none
     * @throws CommandFailure where there is no such profile, or a password file is missing, cannot
     *     be used, or has no use
     */
    public static ServedCommodity of(
            String profile, Optional<Path> passwordFile, Optional<Path> usualFile) {
        Product product = product(profile);
        if (product.wantsLogin()) {
            Path file =
                    passwordFile
                            .or(() -> usualFile)
                            .orElseThrow(
                                    () ->
                                            CommandFailure.usage(
                                                    "--profile %s: its switches ask for a password"
                                                            .formatted(profile),
                                                    "add --write-testbed FILE or --password-file FILE"));
            return new ServedCommodity(product, Optional.of(ServedLogin.in(file)));
        }
        if (passwordFile.isPresent()) {
            throw CommandFailure.usage(
                    "--password-file: switches of profile %s ask for no login".formatted(profile),
                    "remove it, or choose another --profile");
        }
        return new ServedCommodity(product, Optional.empty());
    }

    private static Product product(String profile) {
        return Arrays.stream(Product.values())
                .filter(product -> word(product).equals(profile))
                .findFirst()
                .orElseThrow(
                        () ->
                                CommandFailure.usage(
                                        "--profile %s: there is no such profile".formatted(profile),
                                        Arrays.stream(Product.values())
                                                .map(ServedCommodity::word)
                                                .collect(
                                                        Collectors.joining(
                                                                ", ", "choose out of ", ""))));
    }

    @Override
    public void require(CellPlan cell) {
        RehearsedSchemes.require(cell, "--as commodity stands for switches with PFC");
    }

    @Override
    public ServedSwitches start(ServedNetwork network, String host, int firstPort)
            throws IOException {
        CommodityFaces faces =
                CommodityFaces.start(
                        network.topology(),
                        product,
                        node -> installation(network, node),
                        InetAddress.getByName(host),
                        firstPort);
        CommodityKeys keys = CommodityKeys.madeByHand(word(product), asked(network));
        return new Switches(
                faces,
                host,
                login.map(known -> keys.withLogin(known.account().user(), known.file()))
                        .orElse(keys));
    }

    private static String word(Product product) {
        return product.name().toLowerCase(Locale.ROOT);
    }

    private Installation installation(ServedNetwork network, Node node) {
        Map<Integer, NamedScheme> pfc = new HashMap<>();
        Set<Integer> prioritySets = new HashSet<>();
        network.plans(node)
                .forEach(
                        plan -> {
                            for (PortFlowControl port : plan.config().getPortsList()) {
                                ServedNetwork.pfc(port)
                                        .ifPresent(
                                                scheme -> {
                                                    pfc.putIfAbsent(port.getPort(), scheme);
                                                    prioritySets.add(priorities(scheme));
                                                });
                            }
                        });
        return new Installation(
                network.baseWithMarking(node), pfc, prioritySets, login.map(ServedLogin::account));
    }

    private static int priorities(NamedScheme pfc) {
        return new Settings(pfc.getSettingsMap()).priorities();
    }

    private static Set<Aspect> asked(ServedNetwork network) {
        Set<Aspect> asked = EnumSet.noneOf(Aspect.class);
        for (Node node : network.topology().switches()) {
            for (SwitchPlan plan : network.plans(node).toList()) {
                if (plan.config().getPortsList().stream()
                        .anyMatch(port -> ServedNetwork.pfc(port).isPresent())) {
                    asked.addAll(EnumSet.of(Aspect.PFC, Aspect.PRIORITIES, Aspect.THRESHOLDS));
                }
                if (plan.config().getEcnCount() > 0) {
                    asked.add(Aspect.ECN);
                }
            }
        }
        return asked;
    }

    private record Switches(CommodityFaces faces, String host, CommodityKeys keys)
            implements ServedSwitches {
        @Override
        public Device device(Device software) {
            String name = software.name();
            return software.as(
                            DeviceKinds.COMMODITY,
                            Map.of(
                                    Service.GNMI,
                                    new DeviceAddress(host, faces.port(name)),
                                    Service.COPROCESSOR,
                                    software.address(Service.COPROCESSOR)),
                            port -> port.named(faces.portName(name, port.number())))
                    .having(keys);
        }
    }
}

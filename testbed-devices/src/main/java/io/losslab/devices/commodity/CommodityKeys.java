package io.losslab.devices.commodity;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Type;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.failure.CommandFailure;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What a commodity switch is given that its gNMI server does not say, or not reliably.
 *
 * @param profile of its system; empty: as its server says
 * @param login to its server; empty: none, or by certificate
 * @param byHand what its user has made on the device: runs neither set nor check it
 */
public record CommodityKeys(
        Optional<Profile> profile, Optional<LoginSource> login, Set<Aspect> byHand) {
    static final Key<Profile> PROFILE =
            Key.optional(
                            "profile",
                            Type.choice(Profiles.ALL, Profile::word),
                            "Network operating system: how its gNMI is used.")
                    .ifAbsent("as its gNMI server says; plan needs it");
    static final Key<Fields> LOGIN = LoginSource.LOGIN.key();
    static final Key<List<Aspect>> BY_HAND =
            Key.optional(
                            "byHand",
                            Aspect.LIST,
                            "Settings made on the device by its user, which a run neither sets"
                                    + " nor checks.")
                    .like("[pfc, thresholds]");

    private static final CommodityKeys NONE =
            new CommodityKeys(Optional.empty(), Optional.empty(), Set.of());

    public CommodityKeys {
        byHand = Set.copyOf(byHand);
    }

    /** What a testbed file says. */
    static CommodityKeys read(Fields keys, Function<String, Path> path) {
        Set<Aspect> byHand = EnumSet.noneOf(Aspect.class);
        keys.get(BY_HAND).ifPresent(byHand::addAll);
        keys.get(PROFILE).ifPresent(profile -> warn(keys, profile, byHand));
        return new CommodityKeys(
                keys.get(PROFILE),
                keys.get(LOGIN).filter(Fields::isSound).map(login -> LoginSource.read(login, path)),
                byHand);
    }

    private static void warn(Fields keys, Profile profile, Set<Aspect> byHand) {
        Set<Aspect> left = EnumSet.allOf(Aspect.class);
        left.removeAll(profile.settable());
        left.removeAll(byHand);
        left.remove(Aspect.ECN);
        if (!left.isEmpty()) {
            keys.blame(PROFILE)
                    .warning(
                            "the gNMI of %s does not set %s: experiments with flow control are refused unless 'byHand' lists them"
                                    .formatted(profile.system(), Aspect.words(left)));
        }
    }

    /**
     * Those of a device whose user has made by hand what its gNMI does not set.
     *
     * @param profile its word
     * @param asked what is to be set, by gNMI or by hand
     */
    public static CommodityKeys madeByHand(String profile, Set<Aspect> asked) {
        Profile chosen =
                Profiles.ALL.stream()
                        .filter(each -> each.word().equals(profile))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(profile));
        Set<Aspect> byHand = EnumSet.noneOf(Aspect.class);
        byHand.addAll(asked);
        byHand.removeAll(chosen.settable());
        return new CommodityKeys(Optional.of(chosen), Optional.empty(), byHand);
    }

    /** As a testbed file would give them: YAML by key. */
    Map<String, String> written() {
        Map<String, String> keys = new LinkedHashMap<>();
        profile.ifPresent(known -> keys.put(PROFILE.name(), known.word()));
        login.ifPresent(source -> keys.put(LOGIN.name(), source.written()));
        if (!byHand.isEmpty()) {
            keys.put(BY_HAND.name(), "[%s]".formatted(Aspect.words(byHand)));
        }
        return keys;
    }

    /** The same without the login. */
    CommodityKeys withoutLogin() {
        return new CommodityKeys(profile, Optional.empty(), byHand);
    }

    /** Those of a device. */
    static CommodityKeys of(Device device) {
        return device.own().isEmpty() ? NONE : device.settings(CommodityKeys.class);
    }

    /**
     * The same with a login.
     *
     * @param passwordFile whose first line is the password
     */
    public CommodityKeys withLogin(String user, Path passwordFile) {
        LoginSource source =
                new LoginSource(
                        Optional.of(user),
                        Optional.empty(),
                        Optional.of(passwordFile),
                        Optional.empty());
        return new CommodityKeys(profile, Optional.of(source), byHand);
    }

    /** The same with a profile. */
    CommodityKeys with(Profile chosen) {
        return new CommodityKeys(Optional.of(chosen), login, byHand);
    }

    /**
     * The profile, where only the file is at hand.
     *
     * @throws CommandFailure where it does not say
     */
    Profile required(Device device) {
        return profile.orElseThrow(
                () ->
                        CommandFailure.usage(
                                "%s has no 'profile', which only the device could tell"
                                        .formatted(device.name()),
                                "set 'profile' of %s in the testbed file to one of %s; 'losslab testbed check' tells which"
                                        .formatted(device.name(), Profiles.words())));
    }
}

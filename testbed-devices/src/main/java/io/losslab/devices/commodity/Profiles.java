package io.losslab.devices.commodity;

import io.losslab.driver.gnmi.GnmiClient;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.ModelData;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The profiles that there are, and how one is chosen. */
final class Profiles {
    /** All of them, in the order of the documentation. */
    static final List<Profile> ALL =
            List.of(
                    new LosslabProfile(),
                    new EosProfile(),
                    new SrLinuxProfile(),
                    new CumulusProfile());

    /** The model by which SONiC's own server tells itself (sonic-gnmi). */
    private static final String SONIC_MODEL = "sonic-db";

    private Profiles() {}

    /** The words of all profiles, for users. */
    static String words() {
        return ALL.stream().map(Profile::word).collect(Collectors.joining(", "));
    }

    /**
     * A profile and why it is the right one.
     *
     * @param reason for users
     */
    record Choice(Profile profile, String reason) {}

    /**
     * Chooses the profile of a device by what its server says of itself.
     *
     * @param given in the testbed file; empty: the server alone decides
     * @throws io.losslab.driver.DeviceException where the server is another system's, or says
     *     nothing that is known
     */
    static Choice choose(Optional<Profile> given, CapabilityResponse said, GnmiClient client) {
        Optional<Choice> told = told(said);
        if (told.isEmpty() && said.getSupportedModelsList().stream().anyMatch(Profiles::isSonic)) {
            throw client.failed(
                    "it is SONiC, which has no profile", "use 'kind: sonic' in the testbed file");
        }
        if (given.isEmpty()) {
            return told.orElseThrow(() -> unknown(said, client));
        }
        Profile profile = given.get();
        if (told.isPresent() && told.get().profile() != profile) {
            throw client.failed(
                    "its profile is %s, but it is %s (%s)"
                            .formatted(
                                    profile.word(),
                                    told.get().profile().system(),
                                    told.get().reason()),
                    "use 'profile: %s' in the testbed file".formatted(told.get().profile().word()));
        }
        return new Choice(
                profile,
                told.map(choice -> "given, and confirmed by " + choice.reason())
                        .orElse("given; none of its models contradicts"));
    }

    /**
     * Makes sure that a server speaks the encoding of a profile.
     *
     * @throws io.losslab.driver.DeviceException where it says that it does not
     */
    static void requireEncoding(Encoding encoding, CapabilityResponse said, GnmiClient client) {
        if (said.getSupportedEncodingsCount() > 0
                && !said.getSupportedEncodingsList().contains(encoding)) {
            throw client.failed(
                    "its gNMI lacks the encoding %s of its profile; it has %s"
                            .formatted(encoding, said.getSupportedEncodingsList()),
                    "check 'profile' in the testbed file");
        }
    }

    private static Optional<Choice> told(CapabilityResponse said) {
        for (Profile profile : ALL) {
            for (ModelData model : said.getSupportedModelsList()) {
                if (profile.has(model)) {
                    return Optional.of(
                            new Choice(
                                    profile,
                                    "model %s of %s"
                                            .formatted(model.getName(), model.getOrganization())));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isSonic(ModelData model) {
        return model.getName().equals(SONIC_MODEL);
    }

    private static RuntimeException unknown(CapabilityResponse said, GnmiClient client) {
        return client.failed(
                "none of the %d models of its gNMI server tells which system it is"
                        .formatted(said.getSupportedModelsCount()),
                "set 'profile' in the testbed file to one of " + words());
    }
}

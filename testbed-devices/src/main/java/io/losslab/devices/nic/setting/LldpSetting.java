package io.losslab.devices.nic.setting;

import io.losslab.devices.nic.tool.MlnxQos;
import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The firmware's LLDP agent, which takes settings over from the switch (DCBX). ice and i40e have a
 * private flag for it; drivers of other NICs say by their DCBX mode whether host or firmware is in
 * control. The firmware of ConnectX has settings of its own in addition (mstconfig: {@code
 * LLDP_NB_DCBX_P1}), which only a reset brings into force: they are left as they are.
 */
public final class LldpSetting implements NicSetting {
    public static final String AGENT = "agent";
    public static final String OFF = "off";

    private static final String ON = "on";

    /** Flag of ice: on while the firmware's agent runs. */
    private static final String RUNS = "fw-lldp-agent";

    /** Flag of i40e: on while it does not. */
    private static final String STOPPED = "disable-fw-lldp";

    private static final String DCBX = "dcbx";

    @Override
    public String name() {
        return "lldp";
    }

    @Override
    public Map<String, String> read(NicPort nic, NicAnswers answers) {
        Map<String, String> flags = answers.colons("flags");
        if (flags.containsKey(RUNS)) {
            return Map.of(AGENT, flags.get(RUNS));
        }
        if (flags.containsKey(STOPPED)) {
            return Map.of(AGENT, flags.get(STOPPED).equals(ON) ? OFF : ON);
        }
        Map<String, String> values = new TreeMap<>();
        dcbx(answers)
                .filter(mode -> isHost(mode) || answers.get("tool").isPresent())
                .ifPresent(mode -> values.put(AGENT, isHost(mode) ? OFF : ON));
        return values;
    }

    /** dcb cannot give control back to the firmware: it refuses the mode without flags. */
    @Override
    public String reason(NicAnswers answers) {
        return dcbx(answers).isPresent()
                ? "the firmware is in control (DCBX), and only mlnx_qos, which is not"
                        + " installed, could restore that"
                : "no private flag of ethtool, and dcb dcbx: " + answers.reason(DCBX);
    }

    @Override
    public List<String> commands(
            NicPort nic, NicAnswers answers, NicState present, Map<String, String> open) {
        String network = answers.networkInterface().orElseThrow();
        boolean runs = open.get(AGENT).equals(ON);
        Map<String, String> flags = answers.colons("flags");
        if (flags.containsKey(RUNS) || flags.containsKey(STOPPED)) {
            String flag = flags.containsKey(RUNS) ? RUNS : STOPPED;
            boolean value = flag.equals(RUNS) == runs;
            return List.of(
                    "$root ethtool --set-priv-flags %s %s %s"
                            .formatted(network, flag, value ? ON : OFF));
        }
        return List.of("$root " + new MlnxQos(answers, network).letHostControl(!runs));
    }

    private static boolean isHost(List<String> mode) {
        return mode.contains("host") && !mode.contains("lld_managed");
    }

    private static Optional<List<String>> dcbx(NicAnswers answers) {
        return answers.json(DCBX)
                .map(
                        set -> {
                            List<String> mode = new ArrayList<>();
                            set.fieldNames().forEachRemaining(mode::add);
                            return mode;
                        });
    }
}

package io.losslab.devices.nic;

import io.losslab.configs.testbed.Device;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.nic.setting.NicSetting;
import io.losslab.devices.nic.setting.NicSettings;
import io.losslab.devices.nic.setting.NicState;
import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.nic.tool.NicScript;
import io.losslab.devices.ssh.CommandResult;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.driver.DeviceException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The NICs of one host, read and set over its SSH login. For one thread. */
final class NicHost implements DeviceSession.Client {
    private static final Logger LOG = LoggerFactory.getLogger(NicHost.class);

    /** What is set may only show after something else of the setting has been. */
    private static final int MOST_ROUNDS = 4;

    /** A link that a change of PFC or MTU took down is waited for. */
    private static final String AWAIT_LINK =
            """
            tries=0
            while [ "$(cat /sys/class/net/%s/carrier 2>/dev/null)" != 1 ] && [ $tries -lt 300 ]; do
              sleep 0.1
              tries=$((tries + 1))
            done
            [ $tries -lt 300 ] || { echo 'the link did not come up within 30 s' >&2; exit 1; }
            """;

    private final Device device;
    private final HostConnection login;

    /** The last answers of each port, by name; what this host sets is up to date in them. */
    private final Map<String, NicAnswers> answers = new HashMap<>();

    /**
     * NICs that no session has set.
     *
     * @param login of the host
     */
    NicHost(Device device, HostConnection login) {
        this.device = device;
        this.login = login;
    }

    /** The session's. */
    static NicHost of(DeviceSession session) {
        HostConnection login = session.login();
        return session.client(NicHost.class, () -> new NicHost(session.device(), login));
    }

    /**
     * Everything about a port, in one command.
     *
     * @throws DeviceException where the host does not have the port
     * @throws io.losslab.devices.failure.CommandFailure where it is not reached
     */
    NicAnswers read(NicPort nic) {
        NicAnswers now = NicAnswers.parse(login.run(NicScript.settings(nic)).output());
        if (now.networkInterface().isEmpty()) {
            throw failed(
                    "%s has no network interface here".formatted(nic.name()),
                    nic.rdma().isPresent()
                            ? "check 'perftest' of the host in the testbed file against ibv_devices"
                                    + " and show_gids"
                            : "check 'interfaces' of its agent in the testbed file");
        }
        answers.put(nic.name(), now);
        return now;
    }

    /** Versions of a port's driver and firmware. */
    NicAnswers versions(NicPort nic) {
        return NicAnswers.parse(login.run(NicScript.versions(nic)).output());
    }

    /** Counters of a port, in one command. */
    NicAnswers counters(NicPort nic) {
        return NicAnswers.parse(login.run(NicScript.counters(nic)).output());
    }

    /**
     * Brings a setting to a state, from that which was read last.
     *
     * @throws DeviceException where the host refuses it, lacks what it needs, or does not permit it
     */
    void apply(NicPort nic, NicState wanted) {
        NicSetting setting = NicSettings.of(wanted.setting());
        int rounds = setting.hasRounds() ? MOST_ROUNDS : 1;
        for (int round = 0; round < rounds; round++) {
            NicAnswers now =
                    round == 0 && answers.containsKey(nic.name())
                            ? answers.get(nic.name())
                            : read(nic);
            NicState present = new NicState(nic.name(), wanted.setting(), setting.read(nic, now));
            List<String> lacking = wanted.requiredOf(present);
            if (!lacking.isEmpty()) {
                throw cannotBeSet(nic, setting, lacking, now);
            }
            Map<String, String> open = setting.open(present, wanted);
            if (open.isEmpty()) {
                return;
            }
            List<String> commands = setting.commands(nic, now, present, open);
            if (commands.isEmpty()) {
                return;
            }
            run(nic, setting, now, commands);
        }
    }

    DeviceException cannotBeSet(
            NicPort nic, NicSetting setting, List<String> values, NicAnswers now) {
        return failed(
                problem(nic, setting, values, now),
                "install what is missing, or keep the host's with 'nic: {keep: [%s]}'"
                        .formatted(setting.name()));
    }

    /** That a host does not have some values of a setting: a line for users. */
    static String problem(NicPort nic, NicSetting setting, List<String> values, NicAnswers now) {
        return "%s: %s (%s) cannot be set: %s"
                .formatted(
                        nic.name(), setting.name(), String.join(", ", values), setting.reason(now));
    }

    private void run(NicPort nic, NicSetting setting, NicAnswers now, List<String> commands) {
        StringBuilder script = new StringBuilder(NicScript.BEGIN).append("set -e\n");
        commands.forEach(command -> script.append(command).append('\n'));
        boolean up = now.get("carrier").filter("1"::equals).isPresent();
        if (up) {
            script.append(AWAIT_LINK.formatted(now.networkInterface().orElseThrow()));
        }
        LOG.info("{} {}: {}", device.name(), nic.name(), commands);
        CommandResult result = login.run(script.toString());
        if (!result.succeeded()) {
            String said = result.errors().isBlank() ? result.output() : result.errors();
            String problem =
                    "%s: %s cannot be set: %s: %s"
                            .formatted(
                                    nic.name(),
                                    setting.name(),
                                    String.join("; ", commands).replace("$root ", ""),
                                    said.strip().lines().findFirst().orElse("no message"));
            throw now.get("root").isPresent()
                    ? refused(
                            problem,
                            "check what the driver supports, or keep the host's with 'nic: {keep:"
                                    + " [%s]}'".formatted(setting.name()))
                    : failed(problem, "log in as root or allow the user 'sudo -n'");
        }
    }

    /** The login is the session's. */
    @Override
    public void close() {
        answers.clear();
    }

    private DeviceException refused(String problem, String advice) {
        return DeviceException.refused(
                device.name(), device.ssh().orElseThrow().host(), problem, advice, null);
    }

    private DeviceException failed(String problem, String advice) {
        return DeviceException.failed(
                device.name(), device.ssh().orElseThrow().host(), problem, advice, null);
    }
}

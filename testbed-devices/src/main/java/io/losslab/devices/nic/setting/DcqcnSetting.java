package io.losslab.devices.nic.setting;

import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.nic.tool.QosTool;
import io.losslab.devices.ssh.ShellWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * DCQCN of mlx5: for which priorities it is enabled, and its parameters. Drivers of MLNX_OFED have
 * them in sysfs of the interface, the kernel's have the parameters in debugfs; names here are the
 * latter's, such as {@code rp.ai_rate}.
 */
public final class DcqcnSetting implements NicSetting {
    /** Reaction point, which sends: 0 or 1 for each of eight priorities. */
    public static final String RP_ENABLE = "rp.enable";

    /** Notification point, which receives. */
    public static final String NP_ENABLE = "np.enable";

    private static final Pattern SYSFS = Pattern.compile("roce_(rp|np)/(?:rpg_)?(\\w+)");
    private static final Pattern ENABLE = Pattern.compile("roce_(rp|np)/enable/([0-7])");
    private static final Pattern DEBUGFS = Pattern.compile("(rp|np)_(\\w+)");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** Two parameters of the kernel's driver are called otherwise. */
    private static final Map<String, String> OTHERWISE =
            Map.of(
                    "rp.clamp_tgt_rate_ati", "rp.clamp_tgt_rate_after_time_inc",
                    "np.cnp_prio", "np.cnp_802p_prio");

    @Override
    public String name() {
        return "dcqcn";
    }

    @Override
    public Map<String, String> read(NicPort nic, NicAnswers answers) {
        Map<String, String> values = new TreeMap<>();
        files(answers).forEach((name, file) -> values.put(name, file.value()));
        Map<String, List<String>> enabled = new TreeMap<>();
        answers.table("ecn")
                .forEach(
                        (file, value) -> {
                            Matcher enable = ENABLE.matcher(file);
                            if (enable.matches() && value.matches("[01]")) {
                                enabled.computeIfAbsent(
                                                enable.group(1) + ".enable",
                                                any ->
                                                        new ArrayList<>(
                                                                Collections.nCopies(
                                                                        QosTool.COUNT, "")))
                                        .set(Integer.parseInt(enable.group(2)), value);
                            }
                        });
        enabled.forEach(
                (name, each) -> {
                    if (!each.contains("")) {
                        values.put(name, String.join(",", each));
                    }
                });
        return values;
    }

    @Override
    public String reason(NicAnswers answers) {
        return answers.get("debug").isPresent()
                ? "the driver has it neither in /sys/class/net/*/ecn nor in debugfs"
                : "sysfs: %s; debugfs: %s"
                        .formatted(answers.reason("ecn"), answers.reason("debug"));
    }

    @Override
    public List<String> commands(
            NicPort nic, NicAnswers answers, NicState present, Map<String, String> open) {
        String network = answers.networkInterface().orElseThrow();
        Map<String, File> files = files(answers);
        List<String> commands = new ArrayList<>();
        open.forEach(
                (name, value) -> {
                    if (name.equals(RP_ENABLE) || name.equals(NP_ENABLE)) {
                        commands.addAll(enable(network, name, present.values().get(name), value));
                    } else {
                        commands.add(write(files.get(name).path(network), value));
                    }
                });
        return commands;
    }

    private static List<String> enable(String network, String name, String now, String wanted) {
        List<String> old = Arrays.asList(now.split(",", -1));
        List<String> each = Arrays.asList(wanted.split(",", -1));
        List<String> commands = new ArrayList<>();
        for (int priority = 0; priority < QosTool.COUNT; priority++) {
            if (!old.get(priority).equals(each.get(priority))) {
                String file = "roce_%s/enable/%d".formatted(name.substring(0, 2), priority);
                commands.add(
                        write(
                                "/sys/class/net/%s/ecn/%s".formatted(network, file),
                                each.get(priority)));
            }
        }
        return commands;
    }

    /** A path may have the shell ask for the PCI address, so it is in double quotes. */
    private static String write(String path, String value) {
        return "echo %s | $root tee \"%s\" >/dev/null".formatted(ShellWords.quoted(value), path);
    }

    /** A parameter's file. */
    private record File(boolean debug, String name, String value) {
        String path(String network) {
            return debug
                    ? "/sys/kernel/debug/mlx5/$(basename \"$(readlink -f /sys/class/net/%s/device)\")/cc_params/%s"
                            .formatted(network, name)
                    : "/sys/class/net/%s/ecn/%s".formatted(network, name);
        }
    }

    private static Map<String, File> files(NicAnswers answers) {
        Map<String, File> files = new TreeMap<>();
        collect(answers, "debug", DEBUGFS, true, files);
        collect(answers, "ecn", SYSFS, false, files);
        return files;
    }

    private static void collect(
            NicAnswers answers,
            String answer,
            Pattern names,
            boolean debug,
            Map<String, File> files) {
        answers.table(answer)
                .forEach(
                        (file, value) -> {
                            Matcher name = names.matcher(file);
                            if (name.matches() && NUMBER.matcher(value).matches()) {
                                String plain = name.group(1) + "." + name.group(2);
                                files.put(
                                        OTHERWISE.getOrDefault(plain, plain),
                                        new File(debug, file, value));
                            }
                        });
    }
}

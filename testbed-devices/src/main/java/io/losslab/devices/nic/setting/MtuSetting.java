package io.losslab.devices.nic.setting;

import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import java.util.List;
import java.util.Map;

/** MTU of the interface: RDMA packets are as long as it allows. A greater one is left as it is. */
public final class MtuSetting implements NicSetting {
    public static final String LEAST = "atLeast";

    private static final String BYTES = "bytes";

    /**
     * What the kernel keeps of an interface's MTU for headers of RoCE before it derives the RDMA
     * MTU: GRH, UDP, BTH, XRC, atomic header, ICRC (Linux, ib_addr.h).
     */
    public static final int ROCE_HEADER_BYTES = 40 + 8 + 12 + 4 + 28 + 4;

    @Override
    public String name() {
        return "mtu";
    }

    @Override
    public Map<String, String> read(NicPort nic, NicAnswers answers) {
        return answers.get("mtu").map(bytes -> Map.of(BYTES, bytes, LEAST, bytes)).orElse(Map.of());
    }

    @Override
    public String reason(NicAnswers answers) {
        return answers.reason("mtu");
    }

    @Override
    public Map<String, String> open(NicState present, NicState wanted) {
        String exact = wanted.values().get(BYTES);
        String wish = exact == null ? wanted.values().get(LEAST) : exact;
        String now = present.values().get(BYTES);
        boolean holds =
                now != null
                        && (exact == null
                                ? Integer.parseInt(now) >= Integer.parseInt(wish)
                                : now.equals(exact));
        return holds ? Map.of() : Map.of(BYTES, wish);
    }

    @Override
    public List<String> commands(
            NicPort nic, NicAnswers answers, NicState present, Map<String, String> open) {
        return List.of(
                "$root ip link set dev %s mtu %d"
                        .formatted(
                                answers.networkInterface().orElseThrow(),
                                Integer.parseInt(open.get(BYTES))));
    }
}

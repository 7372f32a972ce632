package io.losslab.devices.nic.setting;

import java.util.List;

/** All settings of NICs. */
public final class NicSettings {
    public static final NicSetting MTU = new MtuSetting();
    public static final NicSetting PAUSE = new PauseSetting();
    public static final NicSetting LLDP = new LldpSetting();
    public static final NicSetting TRUST = new TrustSetting();
    public static final NicSetting PFC = new PfcSetting();
    public static final NicSetting ETS = new EtsSetting();
    public static final NicSetting DCQCN = new DcqcnSetting();
    public static final NicSetting TOS = new TosSetting();

    /**
     * In the order in which they are set: what negotiates settings with the switch stops first, and
     * drivers size buffers by MTU and PFC.
     */
    public static final List<NicSetting> ALL =
            List.of(MTU, LLDP, PAUSE, TRUST, PFC, ETS, DCQCN, TOS);

    private NicSettings() {}

    /** The setting of a name that {@link NicSetting#name} gave. */
    public static NicSetting of(String name) {
        return ALL.stream()
                .filter(setting -> setting.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no setting " + name));
    }

    public static List<String> names() {
        return ALL.stream().map(NicSetting::name).toList();
    }
}

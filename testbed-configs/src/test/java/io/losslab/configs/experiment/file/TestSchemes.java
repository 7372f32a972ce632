package io.losslab.configs.experiment.file;

import io.losslab.configs.scheme.NamedSettings;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.bifrost.BifrostType;
import io.losslab.flowcontrol.pfc.PfcType;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Set;

/** A catalog of schemes that exist in no network. */
public final class TestSchemes {
    private TestSchemes() {}

    /**
     * The standard recoveries, the congestion control {@code calm}, PFC, Bifrost and the schemes
     * {@code drip} and {@code nic}.
     */
    public static SchemeCatalog catalog() {
        SchemeCatalog standard = SchemeCatalog.standard();
        return new SchemeCatalog(
                List.of(new PfcType(), new BifrostType(), new Drip(), new Nic()),
                standard.recoveries(),
                List.of(
                        new NamedSettings(
                                "calm",
                                "Calm: halves its rate",
                                List.of(Setting.rate("least", "1Gbps", "rate it keeps")),
                                TestSchemes::ofCalm)));
    }

    private static List<SettingProblem> ofCalm(Settings given) {
        return given.whole("least") >= 1_000_000_000L
                ? List.of()
                : List.of(new SettingProblem("least", "a calm flow may nearly stop", false));
    }

    private static final class Drip implements SchemeType {
        @Override
        public String name() {
            return "drip";
        }

        @Override
        public String title() {
            return "Drip: lets a little through";
        }

        @Override
        public List<Setting> settings() {
            return List.of(
                    Setting.size("window", "75KB", "bytes in flight"),
                    Setting.time("period", Setting.AUTO, "auto is the link's round trip"),
                    Setting.number("share", "0.5", "of the window"),
                    Setting.choice("mode", List.of("slow", "fast"), "how fast it drips"),
                    Setting.integer("limit", "3", "drops at a time"));
        }

        @Override
        public Settings resolve(Settings given, LinkProfile link) {
            return given.resolve("period", 2 * link.delayNanos());
        }

        @Override
        public List<SettingProblem> problems(
                Settings settings, LinkProfile link, long bufferBytes) {
            return settings.whole("limit") == 0
                    ? List.of(new SettingProblem("limit", "limit 0 lets nothing through", true))
                    : List.of();
        }

        @Override
        public long reservedBytes(Settings settings) {
            return settings.whole("window");
        }

        @Override
        public int queues(Settings settings, int devicePorts) {
            return 8 + devicePorts;
        }

        @Override
        public Set<Promise> promises(Settings settings, LinkProfile link) {
            return Set.of();
        }
    }

    private static final class Nic implements SchemeType {
        @Override
        public String name() {
            return "nic";
        }

        @Override
        public String title() {
            return "Nic: works at hosts too";
        }

        @Override
        public List<Setting> settings() {
            return List.of();
        }

        @Override
        public Settings resolve(Settings given, LinkProfile link) {
            return given;
        }

        @Override
        public List<SettingProblem> problems(
                Settings settings, LinkProfile link, long bufferBytes) {
            return List.of();
        }

        @Override
        public Set<Trait> traits() {
            return Set.of(Trait.RUNS_ON_HOSTS);
        }
    }
}

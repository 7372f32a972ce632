package io.losslab.orchestrator.cli;

import io.losslab.configs.scheme.NamedSettings;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.flowcontrol.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The schemes that experiments can name, with their keys. PFC and Bifrost come first. */
final class SchemeList {
    private SchemeList() {}

    static List<NamedSettings> all(SchemeCatalog catalog) {
        List<NamedSettings> all = new ArrayList<>(List.of(pfc(), bifrost()));
        catalog.schemes().forEach(type -> all.add(NamedSettings.of(type)));
        return all;
    }

    /** What can be asked for by name: schemes, and what hosts run. */
    static Optional<NamedSettings> find(SchemeCatalog catalog, String name) {
        return everything(catalog).stream().filter(n -> n.name().equals(name)).findFirst();
    }

    static List<NamedSettings> everything(SchemeCatalog catalog) {
        List<NamedSettings> everything = new ArrayList<>(all(catalog));
        everything.addAll(catalog.recoveries());
        everything.addAll(catalog.congestionControls());
        return everything;
    }

    private static NamedSettings pfc() {
        return new NamedSettings(
                "pfc",
                "Priority flow control (IEEE 802.1Qbb), static or dynamic threshold",
                List.of(
                        Setting.choice(
                                "threshold",
                                List.of("static", "dynamic"),
                                "follows from xoff or alpha where absent"),
                        Setting.size("xoff", "", "static: ingress bytes that pause"),
                        Setting.size("xon", "xoff", "static: ingress bytes that resume"),
                        Setting.number("alpha", "", "dynamic: XOFF is alpha x free shared buffer"),
                        Setting.size("resumeOffset", "3KiB", "dynamic: XON lies so far below XOFF"),
                        Setting.size(
                                "headroom", Setting.AUTO, "buffer for what arrives after a pause"),
                        Setting.choice(
                                "timer",
                                List.of("quanta", "untilResume"),
                                "whether pauses expire and are refreshed"),
                        Setting.integer(
                                "priorities", "", "list of 0 to 7; the traffic's if absent")));
    }

    private static NamedSettings bifrost() {
        return new NamedSettings(
                "bifrost",
                "Bifrost: the downstream port paces a long link slot by slot",
                List.of(
                        Setting.time("slot", "", "T; above 1us, below the link's delay"),
                        Setting.size("queueBuffer", Setting.AUTO, "H; auto is Delta + 3 Rs T"),
                        Setting.integer("leakPeriod", "1", "k"),
                        Setting.size(
                                "extraHeadroom",
                                Setting.AUTO,
                                "beyond H, for frames that left before a pause reached them"),
                        Setting.size(
                                "leakTolerance",
                                Setting.AUTO,
                                "surplus that is no leak; one frame"),
                        Setting.choice(
                                "leak", List.of("debt", "paper"), "how leaked bytes are repaid"),
                        Setting.choice(
                                "virtualIncoming", List.of("counter", "history"), "how F is kept"),
                        Setting.flag("unsafe", false, "accept too small an H"),
                        Setting.integer(
                                "priorities", "", "list of 0 to 7; the traffic's if absent")));
    }
}

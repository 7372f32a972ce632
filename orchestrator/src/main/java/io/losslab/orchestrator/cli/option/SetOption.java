package io.losslab.orchestrator.cli.option;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Changes to an experiment file; shared by the verbs that take them. */
public final class SetOption {
    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            completionCandidates = SetKeys.class,
            description = {
                "Change the experiment; may be repeated. KEY is",
                "a parameter (flows=16; a list sweeps it),",
                "'scheme', 'sweep' (runs only these sweeps),",
                "'scale' (a named set of changes in the file),",
                "'timeDilation' (of live runs), or a dotted path",
                "into the file, with list elements by position",
                "or name:",
                "  duration=50ms",
                "  schemes.pfc.1.pfc.xoff=8MB",
                "  sweeps.size.matrix.size=[64KB]"
            })
    private List<String> settings = new ArrayList<>();

    /** Each {@code KEY=VALUE}, in the order given. */
    public List<String> get() {
        return settings;
    }

    /** The options again, as a user would type them. */
    public List<String> words() {
        return settings.stream().flatMap(setting -> List.of("--set", setting).stream()).toList();
    }
}

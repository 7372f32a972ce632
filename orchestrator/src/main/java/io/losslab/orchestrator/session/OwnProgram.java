package io.losslab.orchestrator.session;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How this program is started once more. */
public final class OwnProgram {
    private static final String LAUNCHER = "losslab.launcher";

    /** The class of this program that Java starts. */
    public static final String MAIN_CLASS = "io.losslab.orchestrator.Losslab";

    private OwnProgram() {}

    /** Words that come before the arguments: the launcher that started it, or its Java. */
    public static List<String> words() {
        String launcher = System.getProperty(LAUNCHER);
        if (launcher != null) {
            return List.of(launcher);
        }
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS));
        return words;
    }
}

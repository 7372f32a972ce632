package io.losslab.orchestrator.cli.option;

import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import java.util.Iterator;
import java.util.TreeSet;

/**
 * What {@code --set} can change in bundled experiments, for completion in a shell: the keys of the
 * file and the parameters of all of them, each as {@code KEY=}.
 */
public final class SetKeys implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        Library library = new Library();
        ExperimentLoader loader = new ExperimentLoader(library);
        TreeSet<String> keys = new TreeSet<>();
        for (String name : library.names(Library.Kind.EXPERIMENTS)) {
            loader.settable(name).forEach(key -> keys.add(key + "="));
        }
        return keys.iterator();
    }
}

package io.losslab.orchestrator.cli.option;

import io.losslab.configs.library.Library;
import java.util.Iterator;

/** Names of the bundled experiments, for completion in a shell. */
public final class BundledExperiments implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return new Library().names(Library.Kind.EXPERIMENTS).iterator();
    }
}

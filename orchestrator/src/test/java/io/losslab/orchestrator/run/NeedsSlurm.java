package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.fail;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/** Tests that start a Slurm: skipped where there is none, but failed on a build server. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsSlurm.Check.class)
@interface NeedsSlurm {
    /** Asks the machine. */
    final class Check implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) {
            if (!System.getProperty("user.name").equals("root")) {
                throw new TestAbortedException("slurmd runs as root only");
            }
            for (Path program :
                    List.of(
                            Path.of("/usr/sbin/slurmctld"),
                            Path.of("/usr/sbin/slurmd"),
                            Path.of("/usr/sbin/munged"),
                            Path.of("/usr/bin/sbatch"))) {
                if (!Files.isExecutable(program)) {
                    String why =
                            "%s is not there: install slurmctld, slurmd, slurm-client, munge"
                                    .formatted(program);
                    if ("true".equals(System.getenv("CI"))) {
                        fail("CI=true, yet " + why);
                    }
                    throw new TestAbortedException(why);
                }
            }
        }
    }
}

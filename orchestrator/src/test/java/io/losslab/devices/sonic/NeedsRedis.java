package io.losslab.devices.sonic;

import static org.junit.jupiter.api.Assertions.fail;

import io.losslab.services.sonic.SonicSystem;
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

/** Tests that start a Redis: skipped where there is none, but failed on a build server. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsRedis.Check.class)
public @interface NeedsRedis {
    /** Asks the machine. */
    final class Check implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) {
            for (Path program : List.of(SonicSystem.REDIS, SonicSystem.PYTHON)) {
                if (!Files.isExecutable(program)) {
                    String why =
                            "%s is not there: install redis-server, python3".formatted(program);
                    if ("true".equals(System.getenv("CI"))) {
                        fail("CI=true, yet " + why);
                    }
                    throw new TestAbortedException(why);
                }
            }
        }
    }
}

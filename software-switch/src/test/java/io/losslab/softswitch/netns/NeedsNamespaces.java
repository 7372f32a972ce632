package io.losslab.softswitch.netns;

import static org.junit.jupiter.api.Assertions.fail;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/**
 * Tests that make network namespaces: skipped, with the reason, where they cannot be made; but
 * failed where this is a build server's root, which is to run them.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsNamespaces.Check.class)
public @interface NeedsNamespaces {
    /** Asks the machine. */
    final class Check implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) {
            Optional<String> obstacle = NamespaceLab.obstacle();
            if (obstacle.isEmpty()) {
                return;
            }
            boolean root = "root".equals(System.getProperty("user.name"));
            if (root && "true".equals(System.getenv("CI"))) {
                fail("CI=true and root, yet " + obstacle.get());
            }
            throw new TestAbortedException(obstacle.get());
        }
    }
}

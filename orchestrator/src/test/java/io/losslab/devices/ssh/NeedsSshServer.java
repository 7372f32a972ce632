package io.losslab.devices.ssh;

import static org.junit.jupiter.api.Assertions.fail;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/** Tests that start an sshd: skipped where there is none, but failed on a build server. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsSshServer.Check.class)
public @interface NeedsSshServer {
    /** Asks the machine. */
    final class Check implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) {
            if (Files.isExecutable(SshServer.PROGRAM)) {
                return;
            }
            String why = "%s is not there: install openssh-server".formatted(SshServer.PROGRAM);
            if ("true".equals(System.getenv("CI"))) {
                fail("CI=true, yet " + why);
            }
            throw new TestAbortedException(why);
        }
    }
}

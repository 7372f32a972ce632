package io.losslab.api.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The threads of this virtual machine. */
@EnabledOnOs(OS.LINUX)
class JvmThreadsTest {
    /** HotSpot has one thread for all operations at safepoints. */
    @Test
    void theThreadOfSafepointsIsAmongThem() throws IOException {
        List<Integer> found = JvmThreads.stopping();
        int safepoints = 0;
        for (int thread : found) {
            String name = Files.readString(Path.of("/proc/self/task/" + thread + "/comm"));
            safepoints += name.strip().equals("VM Thread") ? 1 : 0;
        }
        assertEquals(1, safepoints, found::toString);
    }

    @Test
    void threadsOfTheProgramStopNoOthers() throws IOException {
        Path self = Path.of("/proc/thread-self").toRealPath();
        int number = Integer.parseInt(self.getFileName().toString());
        assertFalse(JvmThreads.stopping().contains(number));
    }
}

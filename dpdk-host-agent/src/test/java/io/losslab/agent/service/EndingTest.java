package io.losslab.agent.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EndingTest {
    @Test
    void anAgentWithoutMemorySaysWhatHelps() {
        assertEquals(
                "the data thread failed: java.lang.OutOfMemoryError: Java heap space; have fewer"
                        + " flows and messages, or, where no run starts the agent, allow more,"
                        + " such as LOSSLAB_JAVA_OPTS=-Xmx1g",
                Ending.failed(new OutOfMemoryError("Java heap space")).text());
    }
}

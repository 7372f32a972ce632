package io.losslab.softswitch.fabric.host;

/** Hears which flows have begun, or have new paths, where other parts of a fabric have to know. */
public interface FlowStarts {
    void onStarted(int flow);
}

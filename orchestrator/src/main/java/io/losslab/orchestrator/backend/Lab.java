package io.losslab.orchestrator.backend;

import io.losslab.orchestrator.binding.Binding;
import io.losslab.orchestrator.provision.ChannelSource;
import io.losslab.orchestrator.provision.Ledger;

/**
 * Devices to run one cell on: which they are, how to reach each, and how their time passes.
 * Channels belong to the lab. For one thread.
 */
public interface Lab extends ChannelSource, AutoCloseable {
    /** Which device stands for which node. */
    Binding binding();

    /** What was found on devices and set there, by this lab and those before it. */
    Ledger ledger();

    /** Lets the lab's time pass. */
    LabClock clock();

    @Override
    void close();
}

package io.losslab.labs.backend;

/** What an experiment runs on. */
public enum Backend {
    /** Software switches and simulated hosts in virtual time, in this process. */
    VIRTUAL,
    /** Software switches that move real frames between network namespaces. */
    LIVE,
    /** Switches and servers. */
    PHYSICAL
}

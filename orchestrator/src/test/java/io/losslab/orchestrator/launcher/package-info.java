/** Tests of the launcher script: which Java it takes, its builds, and its caches. */
package io.losslab.orchestrator.launcher;

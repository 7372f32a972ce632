/**
 * P4 programs through the user's compiler: which program and compiler, the call, and what the
 * compiler decided. Uses the bundled programs of the driver; asks no device.
 */
package io.losslab.orchestrator.compiler;

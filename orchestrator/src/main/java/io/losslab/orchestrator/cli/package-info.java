/**
 * The verbs of the command line, one class each. They read options, load what is named, call what
 * does the work and turn the outcome into an exit code.
 */
package io.losslab.orchestrator.cli;

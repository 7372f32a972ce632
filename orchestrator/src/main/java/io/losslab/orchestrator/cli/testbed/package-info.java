/** The verbs about a testbed rather than an experiment: serve one, check, probe and restore it. */
package io.losslab.orchestrator.cli.testbed;

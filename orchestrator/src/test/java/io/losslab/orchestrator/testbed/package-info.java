/** Tests of testbed files. */
package io.losslab.orchestrator.testbed;

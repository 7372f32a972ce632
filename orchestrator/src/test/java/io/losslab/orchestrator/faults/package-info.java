/**
 * What is left, and what is kept, where processes are killed, disks fill up, and devices go away.
 */
package io.losslab.orchestrator.faults;

/**
 * Processes of this machine: programs that are run, and marks by which files name a process, so
 * that what a dead one left can be removed.
 */
package io.losslab.api.process;

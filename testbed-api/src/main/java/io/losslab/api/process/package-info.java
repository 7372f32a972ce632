/** Processes of this machine as files name them, so that what a dead one left can be removed. */
package io.losslab.api.process;

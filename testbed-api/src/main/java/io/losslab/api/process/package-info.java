/** Processes of this machine as files name them, so that what a dead one left can be taken away. */
package io.losslab.api.process;

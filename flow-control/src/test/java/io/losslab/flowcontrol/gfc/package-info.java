/** Tests of GFC: stages, frames, settings, and both ends over a link with delay. */
package io.losslab.flowcontrol.gfc;

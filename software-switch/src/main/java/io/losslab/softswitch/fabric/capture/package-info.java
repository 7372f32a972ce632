/** Copies of the frames that tapped ports send and receive, handed to a {@code FrameCapture}. */
package io.losslab.softswitch.fabric.capture;

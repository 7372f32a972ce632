/** A whole program: its controls, compiled from the JSON, and everything in it by name. */
package io.losslab.p4.program;

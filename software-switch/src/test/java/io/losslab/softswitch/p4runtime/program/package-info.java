/** Tests of values held against a P4Info. */
package io.losslab.softswitch.p4runtime.program;

/** Tests of values held against a P4Info. */
package io.losslab.services.p4runtime.program;

/**
 * Tests of the P4 programs' sources and P4Info, without a compiler. Uses a small reader of the
 * sources, {@link ProgramSource}.
 */
package io.losslab.driver.p4runtime.program;

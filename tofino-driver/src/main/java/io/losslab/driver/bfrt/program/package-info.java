/**
 * Compiled programs for a Tofino2: what the compiler leaves in a folder, and entries of their
 * tables as BF Runtime takes them. Uses {@code bfrt.table}.
 */
package io.losslab.driver.bfrt.program;

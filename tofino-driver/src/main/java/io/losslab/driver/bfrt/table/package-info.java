/**
 * Tables of a Tofino as its bf-rt JSON describes them, and their rows as messages and back. Uses
 * nothing of ours but the stubs of {@code testbed-api}.
 */
package io.losslab.driver.bfrt.table;

/** Tests of compiled programs for a Tofino2. */
package io.losslab.driver.bfrt.program;

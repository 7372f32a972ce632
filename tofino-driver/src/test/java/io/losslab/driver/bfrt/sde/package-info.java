/** Chips behind the SDE's server that tests prepare, and the SDE's files where they are at hand. */
package io.losslab.driver.bfrt.sde;

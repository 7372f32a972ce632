/** Tests of the BF Runtime client against a server that checks messages by the tables' JSON. */
package io.losslab.driver.bfrt;

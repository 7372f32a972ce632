/** Tests of sessions of perftest, and stand-ins for the programs that they need. */
package io.losslab.labs.perftest;

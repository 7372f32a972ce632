/** Tests of perftest's results, clocks, and processors. */
package io.losslab.labs.perftest;

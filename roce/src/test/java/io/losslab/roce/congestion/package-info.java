/** Tests of the congestion controls against traces worked out by hand. */
package io.losslab.roce.congestion;

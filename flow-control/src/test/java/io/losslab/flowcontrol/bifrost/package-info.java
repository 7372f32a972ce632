/** Tests of Bifrost: Algorithm 1 on an ideal slot model, leak repair, the coprocessor, settings. */
package io.losslab.flowcontrol.bifrost;

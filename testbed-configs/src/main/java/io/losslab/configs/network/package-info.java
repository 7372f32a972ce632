/**
 * Networks as topology files describe them: the graph, how long its fibres are, which way its
 * switches forward. Uses {@code yaml} and {@code testbed-api}.
 */
package io.losslab.configs.network;

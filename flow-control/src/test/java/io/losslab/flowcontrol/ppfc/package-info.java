/** Tests of P-PFC. */
package io.losslab.flowcontrol.ppfc;

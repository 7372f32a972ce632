/** Tests of G-PFC. */
package io.losslab.flowcontrol.gpfc;

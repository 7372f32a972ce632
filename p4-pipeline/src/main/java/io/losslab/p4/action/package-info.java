/** Actions: their parameters, and the primitives that they are made of. */
package io.losslab.p4.action;

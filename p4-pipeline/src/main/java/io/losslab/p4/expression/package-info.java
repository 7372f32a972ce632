/**
 * Expressions, compiled to functions of a packet. Arithmetic is exact: where a value may need more
 * than 64 bits and what is asked of it depends on them, it is computed as a big number.
 */
package io.losslab.p4.expression;

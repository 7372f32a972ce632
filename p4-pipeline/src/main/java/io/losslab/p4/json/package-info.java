/**
 * Reading the JSON that describes a compiled program: every value knows its path in the document,
 * and what is missing or of the wrong kind is refused with that path and what was expected.
 */
package io.losslab.p4.json;

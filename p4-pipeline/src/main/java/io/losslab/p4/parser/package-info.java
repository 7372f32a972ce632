/**
 * The parser, which takes headers from a packet, and the deparser, which puts them in front of it
 * again; value sets and checksums.
 */
package io.losslab.p4.parser;

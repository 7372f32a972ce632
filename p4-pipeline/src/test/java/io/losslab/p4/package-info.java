/** What the tests of this module share: a small program, and a switch without delay. */
package io.losslab.p4;

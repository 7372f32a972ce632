/** Tests. */
package io.losslab.p4.table;

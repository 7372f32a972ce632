/**
 * Match-action tables: keys, entries of all match kinds, action profiles and selectors. Entries are
 * put and removed by whoever controls the switch; packets find them without allocation.
 */
package io.losslab.p4.table;

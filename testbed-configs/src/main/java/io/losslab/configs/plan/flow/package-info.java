/**
 * The flows of a cell: when each starts, which path ECMP chooses for it, and how soon it could
 * complete on an empty network. The same cell and seed always give the same flows.
 */
package io.losslab.configs.plan.flow;

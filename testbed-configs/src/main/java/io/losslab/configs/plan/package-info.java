/**
 * What goes to which device in a cell, as the messages that carry it. Pure: nothing here talks to a
 * device, and the same cell always gives the same plan. Uses {@code experiment}, {@code network}
 * and the protos.
 */
package io.losslab.configs.plan;

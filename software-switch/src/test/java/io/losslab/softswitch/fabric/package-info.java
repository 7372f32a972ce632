/**
 * Tests of the virtual fabric: its parts against simple models, the whole against closed forms and
 * by properties over random networks.
 */
package io.losslab.softswitch.fabric;

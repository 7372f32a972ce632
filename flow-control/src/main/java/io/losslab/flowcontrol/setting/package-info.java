/**
 * Keys and values of settings: how a key is declared, how its values are written in files and kept
 * in base units, and what is said of a value that cannot be. Recovery and congestion control are
 * set by these too.
 */
package io.losslab.flowcontrol.setting;

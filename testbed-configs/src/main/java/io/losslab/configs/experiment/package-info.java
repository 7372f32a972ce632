/**
 * Experiments as their files describe them: what is read, checked and expanded into cells, before
 * anything is planned. Uses {@code yaml}, {@code network}, {@code flow-control}'s settings and
 * {@code testbed-api}.
 */
package io.losslab.configs.experiment;

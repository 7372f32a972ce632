/**
 * New experiment files, made from bundled ones: every key with what it means, from the declaration
 * of the keys, and those that are absent as comments with their defaults.
 */
package io.losslab.configs.experiment.template;

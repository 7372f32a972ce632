/**
 * Experiment files: their keys, and how they are read, checked and expanded into cells. {@link
 * io.losslab.configs.experiment.file.ExperimentLoader} is the entry. Uses {@code language} and
 * {@code yaml}.
 */
package io.losslab.configs.experiment.file;

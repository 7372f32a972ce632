/**
 * The vocabulary in which the keys of files are declared: {@link
 * io.losslab.configs.language.Section}, {@link io.losslab.configs.language.Key} and {@link
 * io.losslab.configs.language.Type}. Readers, JSON Schema and the tables of {@code docs/} come from
 * the same declarations. Knows no kind of file; uses {@code yaml}.
 */
package io.losslab.configs.language;

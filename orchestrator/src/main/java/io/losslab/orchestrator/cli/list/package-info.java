/**
 * {@code losslab list}: what experiment files can name, and what each of it is. Reads the bundled
 * files and the declarations of keys; runs nothing.
 */
package io.losslab.orchestrator.cli.list;

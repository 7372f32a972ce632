/**
 * The life of a run: provision, run, collect, check, and write down, cell by cell and in parallel.
 * Talks to devices through the drivers only, whatever they are. Uses {@code plan}, {@code labs},
 * {@code session}, collectors and analysis.
 */
package io.losslab.orchestrator.run;

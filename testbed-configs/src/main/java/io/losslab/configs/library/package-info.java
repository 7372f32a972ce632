/**
 * Files found by name: experiments, topologies and flow size distributions that are bundled with
 * losslab, or lie in the folder of the file that names them.
 */
package io.losslab.configs.library;

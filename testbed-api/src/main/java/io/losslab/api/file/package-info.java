/** Directories and files of a machine. Uses nothing of ours. */
package io.losslab.api.file;

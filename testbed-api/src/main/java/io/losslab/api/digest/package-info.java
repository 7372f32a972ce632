/** Digests that name contents: archives, libraries, pipelines and keys. Uses nothing of ours. */
package io.losslab.api.digest;

/** Tests of the bundled networks against the papers they come from. */
package io.losslab.configs.network;

/**
 * Testbed files: the keys of a testbed and of the devices in it, and how they are read and written.
 * The keys of a kind of device come from the {@link io.losslab.configs.testbed.file.DeviceCatalog}.
 * Uses {@code language} and {@code yaml}.
 */
package io.losslab.configs.testbed.file;

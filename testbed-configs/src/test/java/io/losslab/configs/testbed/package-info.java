/** Tests of testbed files. */
package io.losslab.configs.testbed;

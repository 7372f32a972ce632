/** Tests. */
package io.losslab.p4.runtime;

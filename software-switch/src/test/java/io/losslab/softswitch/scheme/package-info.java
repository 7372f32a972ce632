/** Schemes in the fabric: what they promise, on small networks under random traffic. */
package io.losslab.softswitch.scheme;

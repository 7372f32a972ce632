/** How services answer calls, whatever device they stand for: values, and statuses for errors. */
package io.losslab.api.rpc;

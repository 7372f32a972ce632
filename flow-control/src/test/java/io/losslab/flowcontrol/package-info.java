/** What the tests of the schemes share: a data plane that keeps what a scheme did to it. */
package io.losslab.flowcontrol;

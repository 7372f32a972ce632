/** What holds between the modules and packages of the whole project. */
package io.losslab.orchestrator.architecture;

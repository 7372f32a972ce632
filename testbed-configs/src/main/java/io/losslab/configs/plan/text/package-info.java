/** A cell's plan as text for a terminal and as JSON for programs. */
package io.losslab.configs.plan.text;

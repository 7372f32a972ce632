/**
 * Traffic as experiment files describe it: what a group's keys are, which hosts it names, and the
 * pattern it stands for. Uses {@code yaml}, {@code network}, {@code traffic-gen} and {@code
 * testbed-api}.
 */
package io.losslab.configs.traffic;

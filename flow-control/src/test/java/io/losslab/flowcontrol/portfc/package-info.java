/** Tests of PortFC and ATE, on a model of NDC(n,1) in slots. */
package io.losslab.flowcontrol.portfc;

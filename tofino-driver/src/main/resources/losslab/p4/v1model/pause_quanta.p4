// The pauses that PFC frames ask for, included in the body of control ingress: v1model cannot stop a queue, so they are only
// recorded, by port and class.

@id(0x16000001)
register<bit<16>>(PORT_CLASSES) pause_quanta;

// Cells of a port: eight from 8 * port, one for each class.
@hidden
action record_pauses() {
  bit<32> cell = (bit<32>) standard.ingress_port << 3;
  if (hdr.pfc.class_vector[0:0] == 1) { pause_quanta.write(cell, hdr.pfc.time0); }
  if (hdr.pfc.class_vector[1:1] == 1) { pause_quanta.write(cell + 1, hdr.pfc.time1); }
  if (hdr.pfc.class_vector[2:2] == 1) { pause_quanta.write(cell + 2, hdr.pfc.time2); }
  if (hdr.pfc.class_vector[3:3] == 1) { pause_quanta.write(cell + 3, hdr.pfc.time3); }
  if (hdr.pfc.class_vector[4:4] == 1) { pause_quanta.write(cell + 4, hdr.pfc.time4); }
  if (hdr.pfc.class_vector[5:5] == 1) { pause_quanta.write(cell + 5, hdr.pfc.time5); }
  if (hdr.pfc.class_vector[6:6] == 1) { pause_quanta.write(cell + 6, hdr.pfc.time6); }
  if (hdr.pfc.class_vector[7:7] == 1) { pause_quanta.write(cell + 7, hdr.pfc.time7); }
}

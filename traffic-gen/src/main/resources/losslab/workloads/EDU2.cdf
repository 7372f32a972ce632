sampling linear, source synthetic
# Made for losslab. Published is only that about 80 % of the flows are below 20 KB
# (OFC, after Benson et al., Network Traffic Characteristics of Data Centers in the Wild, IMC 2010).
100 0
1000 0.2
2000 0.29
5000 0.41
10000 0.5
20000 0.8
100000 0.88
1000000 0.96
10000000 1

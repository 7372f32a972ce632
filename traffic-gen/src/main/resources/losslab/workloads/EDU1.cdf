sampling linear, source synthetic
# Made for losslab. Published is only that about 60 % of the flows are below 10 KB
# (OFC, after Benson et al., Network Traffic Characteristics of Data Centers in the Wild, IMC 2010).
100 0
1000 0.25
2000 0.36
5000 0.5
10000 0.6
30000 0.75
100000 0.9
1000000 0.985
10000000 1

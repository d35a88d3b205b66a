

2.0ан’НК>hello@
1";

T1К>hello:S1HB
V1ъ>	
car Aъ>

car Aъ>hello
2"

T2:S1HB
V2
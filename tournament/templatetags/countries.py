"""Countries as data: flag file, ISO code, the code shown (the IOC's), English and Chinese name, other names.

Chinese Taipei competes without a state flag, so it has a code and a name but no file.
"""

COUNTRIES = """\
AF|AFG|AFG|Afghanistan|阿富汗
AL|ALB|ALB|Albania|阿尔巴尼亚
DZ|DZA|ALG|Algeria|阿尔及利亚
AS|ASM|ASM|American Samoa|美属萨摩亚
AD|AND|AND|Andorra|安道尔
AO|AGO|ANG|Angola|安哥拉
AI|AIA|AIA|Anguilla|安圭拉
AG|ATG|ANT|Antigua and Barbuda|安提瓜和巴布达
AR|ARG|ARG|Argentina|阿根廷
AM|ARM|ARM|Armenia|亚美尼亚
AW|ABW|ARU|Aruba|阿鲁巴
AU|AUS|AUS|Australia|澳大利亚
AT|AUT|AUT|Austria|奥地利
AZ|AZE|AZE|Azerbaijan|阿塞拜疆
BS|BHS|BAH|Bahamas|巴哈马
BH|BHR|BRN|Bahrain|巴林
BD|BGD|BAN|Bangladesh|孟加拉国
BB|BRB|BAR|Barbados|巴巴多斯
BY|BLR|BLR|Belarus|白俄罗斯
BE|BEL|BEL|Belgium|比利时
BZ|BLZ|BIZ|Belize|伯利兹
BJ|BEN|BEN|Benin|贝宁
BM|BMU|BER|Bermuda|百慕大
BT|BTN|BHU|Bhutan|不丹
BO|BOL|BOL|Bolivia|玻利维亚
BA|BIH|BIH|Bosnia and Herzegovina|波斯尼亚和黑塞哥维那|Bosnia
BW|BWA|BOT|Botswana|博茨瓦纳
BR|BRA|BRA|Brazil|巴西
VG|VGB|IVB|British Virgin Islands|英属维尔京群岛
BN|BRN|BRU|Brunei|文莱
BG|BGR|BUL|Bulgaria|保加利亚
BF|BFA|BUR|Burkina Faso|布基纳法索
BI|BDI|BDI|Burundi|布隆迪
KH|KHM|CAM|Cambodia|柬埔寨
CM|CMR|CMR|Cameroon|喀麦隆
CA|CAN|CAN|Canada|加拿大
CV|CPV|CPV|Cape Verde|佛得角|Cabo Verde
KY|CYM|CAY|Cayman Islands|开曼群岛
CF|CAF|CAF|Central African Republic|中非共和国
TD|TCD|CHA|Chad|乍得
CL|CHL|CHI|Chile|智利
CN|CHN|CHN|China|中国|China PR;People's Republic of China
-|TWN|TPE|Chinese Taipei|中华台北|Taiwan;Taiwan, Province of China
CO|COL|COL|Colombia|哥伦比亚
KM|COM|COM|Comoros|科摩罗
CG|COG|CGO|Congo|刚果（布）
CK|COK|COK|Cook Islands|库克群岛
CR|CRI|CRC|Costa Rica|哥斯达黎加
HR|HRV|CRO|Croatia|克罗地亚
CU|CUB|CUB|Cuba|古巴
CW|CUW|CUW|Curaçao|库拉索
CY|CYP|CYP|Cyprus|塞浦路斯
CZ|CZE|CZE|Czechia|捷克|Czech Republic
CI|CIV|CIV|Côte d’Ivoire|科特迪瓦|Ivory Coast
CD|COD|COD|DR Congo|刚果（金）|Congo - Kinshasa;Democratic Republic of the Congo
DK|DNK|DEN|Denmark|丹麦
DJ|DJI|DJI|Djibouti|吉布提
DM|DMA|DMA|Dominica|多米尼克
DO|DOM|DOM|Dominican Republic|多米尼加共和国
EC|ECU|ECU|Ecuador|厄瓜多尔
EG|EGY|EGY|Egypt|埃及
SV|SLV|ESA|El Salvador|萨尔瓦多
GB-ENG|ENG|ENG|England|英格兰
GQ|GNQ|GEQ|Equatorial Guinea|赤道几内亚
ER|ERI|ERI|Eritrea|厄立特里亚
EE|EST|EST|Estonia|爱沙尼亚
SZ|SWZ|SWZ|Eswatini|斯威士兰|Swaziland
ET|ETH|ETH|Ethiopia|埃塞俄比亚
FK|FLK|FLK|Falkland Islands|福克兰群岛
FO|FRO|FRO|Faroe Islands|法罗群岛
FJ|FJI|FIJ|Fiji|斐济
FI|FIN|FIN|Finland|芬兰
FR|FRA|FRA|France|法国
GF|GUF|GUF|French Guiana|法属圭亚那
PF|PYF|PYF|French Polynesia|法属波利尼西亚
GA|GAB|GAB|Gabon|加蓬
GM|GMB|GAM|Gambia|冈比亚
GE|GEO|GEO|Georgia|格鲁吉亚
DE|DEU|GER|Germany|德国
GH|GHA|GHA|Ghana|加纳
GI|GIB|GIB|Gibraltar|直布罗陀
GB|GBR|GBR|Great Britain|英国|UK;United Kingdom;Britain
GR|GRC|GRE|Greece|希腊
GL|GRL|GRL|Greenland|格陵兰
GD|GRD|GRN|Grenada|格林纳达
GP|GLP|GLP|Guadeloupe|瓜德罗普
GU|GUM|GUM|Guam|关岛
GT|GTM|GUA|Guatemala|危地马拉
GG|GGY|GGY|Guernsey|根西岛
GN|GIN|GUI|Guinea|几内亚
GW|GNB|GBS|Guinea-Bissau|几内亚比绍
GY|GUY|GUY|Guyana|圭亚那
HT|HTI|HAI|Haiti|海地
HN|HND|HON|Honduras|洪都拉斯
HK|HKG|HKG|Hong Kong, China|中国香港|Hong Kong;Hongkong
HU|HUN|HUN|Hungary|匈牙利
IS|ISL|ISL|Iceland|冰岛
IN|IND|IND|India|印度
ID|IDN|INA|Indonesia|印度尼西亚
IR|IRN|IRI|Iran|伊朗|Islamic Republic of Iran
IQ|IRQ|IRQ|Iraq|伊拉克
IE|IRL|IRL|Ireland|爱尔兰
IM|IMN|IMN|Isle of Man|马恩岛
IL|ISR|ISR|Israel|以色列
IT|ITA|ITA|Italy|意大利
JM|JAM|JAM|Jamaica|牙买加
JP|JPN|JPN|Japan|日本
JE|JEY|JEY|Jersey|泽西岛
JO|JOR|JOR|Jordan|约旦
KZ|KAZ|KAZ|Kazakhstan|哈萨克斯坦
KE|KEN|KEN|Kenya|肯尼亚
KI|KIR|KIR|Kiribati|基里巴斯
XK|XKX|KOS|Kosovo|科索沃
KW|KWT|KUW|Kuwait|科威特
KG|KGZ|KGZ|Kyrgyzstan|吉尔吉斯斯坦
LA|LAO|LAO|Laos|老挝|Lao
LV|LVA|LAT|Latvia|拉脱维亚
LB|LBN|LBN|Lebanon|黎巴嫩
LS|LSO|LES|Lesotho|莱索托
LR|LBR|LBR|Liberia|利比里亚
LY|LBY|LBA|Libya|利比亚
LI|LIE|LIE|Liechtenstein|列支敦士登
LT|LTU|LTU|Lithuania|立陶宛
LU|LUX|LUX|Luxembourg|卢森堡
MO|MAC|MAC|Macao, China|中国澳门|Macao;Macau
MG|MDG|MAD|Madagascar|马达加斯加
MW|MWI|MAW|Malawi|马拉维
MY|MYS|MAS|Malaysia|马来西亚
MV|MDV|MDV|Maldives|马尔代夫
ML|MLI|MLI|Mali|马里
MT|MLT|MLT|Malta|马耳他
MH|MHL|MHL|Marshall Islands|马绍尔群岛
MQ|MTQ|MTQ|Martinique|马提尼克
MR|MRT|MTN|Mauritania|毛里塔尼亚
MU|MUS|MRI|Mauritius|毛里求斯
YT|MYT|MYT|Mayotte|马约特
MX|MEX|MEX|Mexico|墨西哥
FM|FSM|FSM|Micronesia|密克罗尼西亚
MD|MDA|MDA|Moldova|摩尔多瓦|Republic of Moldova
MC|MCO|MON|Monaco|摩纳哥
MN|MNG|MGL|Mongolia|蒙古
ME|MNE|MNE|Montenegro|黑山
MS|MSR|MSR|Montserrat|蒙特塞拉特
MA|MAR|MAR|Morocco|摩洛哥
MZ|MOZ|MOZ|Mozambique|莫桑比克
MM|MMR|MYA|Myanmar|缅甸|Burma
NA|NAM|NAM|Namibia|纳米比亚
NR|NRU|NRU|Nauru|瑙鲁
NP|NPL|NEP|Nepal|尼泊尔
NL|NLD|NED|Netherlands|荷兰|Holland;The Netherlands
NC|NCL|NCL|New Caledonia|新喀里多尼亚
NZ|NZL|NZL|New Zealand|新西兰
NI|NIC|NCA|Nicaragua|尼加拉瓜
NE|NER|NIG|Niger|尼日尔
NG|NGA|NGR|Nigeria|尼日利亚
NU|NIU|NIU|Niue|纽埃
KP|PRK|PRK|North Korea|朝鲜
MK|MKD|MKD|North Macedonia|北马其顿|Macedonia
GB-NIR|NIR|NIR|Northern Ireland|北爱尔兰
MP|MNP|MNP|Northern Mariana Islands|北马里亚纳群岛
NO|NOR|NOR|Norway|挪威
OM|OMN|OMA|Oman|阿曼
PK|PAK|PAK|Pakistan|巴基斯坦
PW|PLW|PLW|Palau|帕劳
PS|PSE|PLE|Palestine|巴勒斯坦
PA|PAN|PAN|Panama|巴拿马
PG|PNG|PNG|Papua New Guinea|巴布亚新几内亚
PY|PRY|PAR|Paraguay|巴拉圭
PE|PER|PER|Peru|秘鲁
PH|PHL|PHI|Philippines|菲律宾
PL|POL|POL|Poland|波兰
PT|PRT|POR|Portugal|葡萄牙
PR|PRI|PUR|Puerto Rico|波多黎各
QA|QAT|QAT|Qatar|卡塔尔
RO|ROU|ROU|Romania|罗马尼亚
RU|RUS|RUS|Russia|俄罗斯|Russian Federation
RW|RWA|RWA|Rwanda|卢旺达
RE|REU|REU|Réunion|留尼汪
SH|SHN|SHN|Saint Helena|圣赫勒拿
KN|KNA|SKN|Saint Kitts and Nevis|圣基茨和尼维斯
LC|LCA|LCA|Saint Lucia|圣卢西亚
VC|VCT|VIN|Saint Vincent and Grenadines|圣文森特和格林纳丁斯
WS|WSM|SAM|Samoa|萨摩亚
SM|SMR|SMR|San Marino|圣马力诺
SA|SAU|KSA|Saudi Arabia|沙特阿拉伯
GB-SCT|SCO|SCO|Scotland|苏格兰
SN|SEN|SEN|Senegal|塞内加尔
RS|SRB|SRB|Serbia|塞尔维亚
SC|SYC|SEY|Seychelles|塞舌尔
SL|SLE|SLE|Sierra Leone|塞拉利昂
SG|SGP|SGP|Singapore|新加坡
SX|SXM|SXM|Sint Maarten|荷属圣马丁
SK|SVK|SVK|Slovakia|斯洛伐克
SI|SVN|SLO|Slovenia|斯洛文尼亚
SB|SLB|SOL|Solomon Islands|所罗门群岛
SO|SOM|SOM|Somalia|索马里
ZA|ZAF|RSA|South Africa|南非
KR|KOR|KOR|South Korea|韩国|Korea;Republic of Korea
SS|SSD|SSD|South Sudan|南苏丹
ES|ESP|ESP|Spain|西班牙
LK|LKA|SRI|Sri Lanka|斯里兰卡
SD|SDN|SUD|Sudan|苏丹
SR|SUR|SUR|Suriname|苏里南
SE|SWE|SWE|Sweden|瑞典
CH|CHE|SUI|Switzerland|瑞士
SY|SYR|SYR|Syria|叙利亚|Syrian Arab Republic
ST|STP|STP|São Tomé and Príncipe|圣多美和普林西比
TJ|TJK|TJK|Tajikistan|塔吉克斯坦
TZ|TZA|TAN|Tanzania|坦桑尼亚
TH|THA|THA|Thailand|泰国
TL|TLS|TLS|Timor-Leste|东帝汶
TG|TGO|TOG|Togo|多哥
TO|TON|TGA|Tonga|汤加
TT|TTO|TTO|Trinidad and Tobago|特立尼达和多巴哥
TN|TUN|TUN|Tunisia|突尼斯
TM|TKM|TKM|Turkmenistan|土库曼斯坦
TC|TCA|TCA|Turks and Caicos Islands|特克斯和凯科斯群岛
TV|TUV|TUV|Tuvalu|图瓦卢
TR|TUR|TUR|Türkiye|土耳其|Turkey
VI|VIR|ISV|U.S. Virgin Islands|美属维尔京群岛
UG|UGA|UGA|Uganda|乌干达
UA|UKR|UKR|Ukraine|乌克兰
AE|ARE|UAE|United Arab Emirates|阿联酋|UAE
US|USA|USA|United States|美国|USA;United States of America
UY|URY|URU|Uruguay|乌拉圭
UZ|UZB|UZB|Uzbekistan|乌兹别克斯坦
VU|VUT|VAN|Vanuatu|瓦努阿图
VA|VAT|VAT|Vatican City|梵蒂冈
VE|VEN|VEN|Venezuela|委内瑞拉
VN|VNM|VIE|Vietnam|越南|Viet Nam
GB-WLS|WAL|WAL|Wales|威尔士
YE|YEM|YEM|Yemen|也门
ZM|ZMB|ZAM|Zambia|赞比亚
ZW|ZWE|ZIM|Zimbabwe|津巴布韦
AX|ALA|ALA|Åland Islands|奥兰群岛
"""

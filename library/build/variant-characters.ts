/**
 * Variant forms of characters in the source texts, each paired with the standard character of mainland China. The list
 * follows the official tables of variants (异体字), as far as their characters occur in the texts. Characters that are
 * also used in names, or that have a separate meaning in old texts, are not listed.
 */
const pairs =
  '劒剑疎疏慙惭荅答鬬斗猨猿媿愧飜翻鴈雁桮杯櫂棹簷檐嬾懒珮佩廻回斾旆蘂蕊煖暖徧遍臯皋顇悴顦憔暎映褭袅覩睹妬妒姪侄' +
  '緜绵髪发竝并詶酬羇羁呌叫歛敛趂趁歘欻堦阶隣邻帬裙棃梨牕窗窻窗窓窗麤粗鼇鳌鑪炉燄焰缾瓶彊强檝楫牋笺邨村隄堤鸎莺' +
  '鏁锁鵶鸦讐仇毬球胷胸巵卮秪只秖只轝舆輙辄輭软䜩宴嚬颦壻婿逈迥牓榜怳恍僊仙盌碗椀碗罇樽鼈鳖碁棋穉稚厓崖汚污筯箸' +
  '峩峨廐厩俛俯袴裤蹔暂懽欢揜掩賸剩犂犁瓌瑰餽馈搆构粧妆椶棕蠭蜂蔕蒂噉啖覰觑穽阱帀匝迺乃甖罂怱匆柟楠恡吝頳赪讬托' +
  '漧干馀余锺钟褔福伕夫昬昏旙幡滛淫倂并崐昆崘仑湌餐埽扫畧略竚伫躭耽遯遁觧解駞驼鬉鬃騣鬃墖塔嵒岩嵓岩葢盖襃褒勗勖' +
  '徃往澁涩羗羌躶裸臝裸韈袜韤袜藳稿搥捶熖焰橤蕊蕚萼衞卫潄漱歕喷颕颖吚咿勅敕毘毗欵款塲场罏炉飃飘氊毡眀明曽曾犇奔' +
  '虀齑韲齑慇殷懃勤葅菹柂舵筿筱呪咒觝抵筭算惸茕焭茕翺翱翶翱繍绣餙饰楡榆蠒茧騘骢惷蠢憃蠢効效騐验掻搔㧞拔徴征髠髡' +
  '埜野鑚钻謌歌悮误糺纠斵斫挍校鷰燕栢柏瑇玳藂丛醻酬慜愍蹏蹄剉锉舃舄臙胭疋匹鞵鞋磎溪稉粳秔粳甎砖蟇蟆樝楂矉颦麞獐' +
  '裌夹鉏锄醆盏琖盏繖伞飡餐謩谟箒帚畮亩楪碟幈屏剏创垅垄碪砧鵞鹅衖巷抝拗瑠琉嘷嗥螘蚁虵蛇諠喧攲欹敧欹隟隙沍冱狥徇' +
  '灨赣啗啖寖浸糢模勠戮歴历麄粗晈皎嗁啼暱昵徬彷悤匆慽戚擥揽敍叙朞期枏楠槩概殀夭涖莅澂澄燿耀痺痹瘉愈眎视祕秘窰窑' +
  '匳奁粃秕絏绁緤绁縚绦罣挂肎肯艣橹荳豆蜨蝶蜺霓蜯蚌衂衄袵衽貎貌辠罪阨厄鞾靴頟额頥颐顋腮颿帆餧喂餻糕饍膳鬛鬣鰕虾' +
  '齩咬瑯琅迳径𧣴盏䖏处莾莽㩦携㑹会䂓规髙高顚颠様样鬭斗醼宴醎咸詧察霶滂蘯荡蠧蠹刦劫畊耕巓巅姉姊尅克宂冗忩匆嗸嗷' +
  '槖橐壥廛陁陀隲骘蔆菱颷飙耉耇涙泪凟渎磵涧廰厅齢龄笻筇慠傲搤扼敺驱旛幡躃躄迻移鶤鹍皐皋舩船燐磷妷侄' +
  '傚效蔲蔻箆篦倣仿戞戛篴笛郍那趍趋埿泥淛浙囱窗'
const characters = [...pairs]
const standard = new Map(
  characters.flatMap((variant, at) => (at % 2 === 0 ? [[variant, characters[at + 1] ?? variant] as const] : [])),
)
const variants = new RegExp(`[${[...standard.keys()].join('')}]`, 'gu')

/** Replaces each variant form of a character by its standard character; the length of the text does not change. */
export function toStandardCharacters(text: string): string {
  return text.replace(variants, (variant) => standard.get(variant) ?? variant)
}

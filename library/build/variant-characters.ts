/**
 * Variant forms of characters in the source texts, each paired with the standard character of mainland China. The list
 * follows the official tables of variants (异体字), as far as their characters occur in the texts. Characters that are
 * also used in names, or that have a separate meaning in old texts, are not listed.
 */
const pairs =
  '劒剑疎疏慙惭荅答鬬斗猨猿媿愧飜翻鴈雁桮杯櫂棹簷檐嬾懒珮佩廻回斾旆蘂蕊煖暖徧遍臯皋顇悴顦憔暎映褭袅覩睹妬妒姪侄緜绵髪发竝并' +
  '詶酬羇羁呌叫歛敛趂趁歘欻堦阶隣邻帬裙棃梨牕窗窻窗窓窗麤粗鼇鳌鑪炉燄焰缾瓶彊强檝楫牋笺邨村隄堤鸎莺鏁锁鵶鸦讐仇毬球胷胸巵卮秪只秖只' +
  '轝舆輙辄輭软䜩宴嚬颦壻婿逈迥牓榜怳恍僊仙盌碗椀碗罇樽鼈鳖碁棋穉稚厓崖汚污筯箸峩峨廐厩俛俯袴裤蹔暂懽欢揜掩賸剩犂犁瓌瑰餽馈搆构粧妆' +
  '椶棕蠭蜂蔕蒂噉啖覰觑穽阱帀匝迺乃甖罂怱匆柟楠恡吝頳赪讬托漧干馀余锺钟褔福伕夫昬昏旙幡滛淫倂并'
const characters = [...pairs]
const standard = new Map(
  characters.flatMap((variant, at) => (at % 2 === 0 ? [[variant, characters[at + 1] ?? variant] as const] : [])),
)
const variants = new RegExp(`[${[...standard.keys()].join('')}]`, 'gu')

/** Replaces each variant form of a character by its standard character; the length of the text does not change. */
export function toStandardCharacters(text: string): string {
  return text.replace(variants, (variant) => standard.get(variant) ?? variant)
}

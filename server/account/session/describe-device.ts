/**
 * The first pattern that matches names the browser, because browsers also claim to be their predecessors. The names are the
 * ones users know. Parsers of user agents with a permissive licence miss several browsers of the Chinese market.
 */
const browsers: [RegExp, string][] = [
  [/MicroMessenger\//, '微信'],
  [/\bM?QQBrowser\//, 'QQ 浏览器'],
  [/\bQQ\//, 'QQ'],
  [/UCBrowser\/|UBrowser\//, 'UC 浏览器'],
  [/Quark\//, '夸克'],
  [/baiduboxapp\/|BIDUBrowser/, '百度'],
  [/MiuiBrowser\//, '小米浏览器'],
  [/HuaweiBrowser\/|ArkWeb\//, '华为浏览器'],
  [/HeyTapBrowser\//, 'OPPO 浏览器'],
  [/VivoBrowser\//, 'vivo 浏览器'],
  [/SamsungBrowser\//, '三星浏览器'],
  [/Edg(?:A|iOS|e)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, '安卓'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** Returns the system and browser of a session in a few words, without versions, so that an update makes no new device. */
export function describeDevice(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser !== undefined && system !== undefined) return `${system} 上的 ${browser}`
  return browser ?? system ?? '认不出的设备'
}

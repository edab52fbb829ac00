/**
 * Patterns of user agents and the names by which users know the browsers. The first pattern that matches decides,
 * because the user agent of a browser also contains the names of older browsers. The site has its own list, because
 * user agent parsers with a permissive licence lack several browsers that are common in China.
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

/**
 * Describes a device by the operating system and browser in its user agent, in a few words. Versions are left out, so
 * that an updated browser does not count as a new device.
 */
export function describeDevice(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser !== undefined && system !== undefined) return `${system} 上的 ${browser}`
  return browser ?? system ?? '认不出的设备'
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDevice } from './describe-device.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36`
const android = `Mozilla/5.0 (Linux; Android 14; V2309A) ${webKit} Version/4.0 Chrome/123.0.0.0 Mobile Safari/537.36`
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

test('devices are described by operating system and browser', () => {
  const lines: [userAgent: string, device: string][] = [
    [windows, 'Windows 上的 Chrome'],
    [`${windows} Edg/140.0`, 'Windows 上的 Edge'],
    [`${windows} OPR/105.0`, 'Windows 上的 Opera'],
    [`${windows} Core/1.116 QQBrowser/19.2`, 'Windows 上的 QQ 浏览器'],
    [iPhone, 'iPhone 上的 Safari'],
    [`${iPhone} MicroMessenger/8.0.50`, 'iPhone 上的 微信'],
    [iPhone.replace('Version/18.1', 'CriOS/130.0'), 'iPhone 上的 Chrome'],
    [iPhone.replace('Version/18.1', 'FxiOS/130.0'), 'iPhone 上的 Firefox'],
    [iPhone.replaceAll('iPhone', 'iPad'), 'iPad 上的 Safari'],
    [`${android} V1_AND_SQ_8.9.68 QQ/8.9.68.1`, '安卓 上的 QQ'],
    [`${android} UCBrowser/16.6`, '安卓 上的 UC 浏览器'],
    [`${android} Quark/7.0.5`, '安卓 上的 夸克'],
    [`${android} baiduboxapp/13.50`, '安卓 上的 百度'],
    [`${android} XiaoMi/MiuiBrowser/18.6`, '安卓 上的 小米浏览器'],
    [`${android} HeyTapBrowser/40.8`, '安卓 上的 OPPO 浏览器'],
    [`${android} VivoBrowser/20.1`, '安卓 上的 vivo 浏览器'],
    [`${android} SamsungBrowser/25.0`, '安卓 上的 三星浏览器'],
    [`${android.replace('V2309A', 'HarmonyOS; NOH-AN00')} HuaweiBrowser/15.0`, '鸿蒙 上的 华为浏览器'],
    ['Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114 Mobile ArkWeb/4.1', '鸿蒙 上的 华为浏览器'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux 上的 Firefox'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/125.0.0.0 Safari/537.36`, 'ChromeOS 上的 Chrome'],
    ['curl/8', '认不出的设备'],
    ['', '认不出的设备'],
  ]
  for (const [userAgent, device] of lines) assert.equal(describeDevice(userAgent), device)
})

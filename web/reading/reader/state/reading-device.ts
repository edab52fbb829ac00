import { readItem, writeItem } from './local-reading.ts'

const deviceKey = 'reading-device'

/** Returns the id and a display name of this device; the id is created at the first call. */
export function readDevice(): { deviceId: string; device: string } {
  const known = readItem(deviceKey)
  const deviceId = known ?? crypto.randomUUID()
  if (known === null) writeItem(deviceKey, deviceId)
  return { deviceId, device: deviceName() }
}

function deviceName(): string {
  const systems = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, '安卓设备'],
    [/Windows/, 'Windows 电脑'],
    [/Mac OS/, 'Mac'],
  ] as const
  return systems.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? '电脑'
}

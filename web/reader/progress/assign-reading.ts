import { removeUserReadings, hasVisitorReading, storeOwner } from '#web/reader/state/local-reading.ts'

/**
 * Makes a user the owner of the reading data on this device, including the visitor's data. With an empty id, which stands
 * for a visitor, the data of all users is removed from the device.
 */
export async function assignReading(userId: string) {
  if (userId === '') return removeUserReadings()
  storeOwner(userId)
  if (!hasVisitorReading()) return
  const { mergeVisitorReading } = await import('./sync-reading.ts')
  await mergeVisitorReading(userId)
}

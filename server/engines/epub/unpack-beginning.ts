import { constants, createInflateRaw } from 'node:zlib'

/**
 * The number of packed bytes that are read at a time. The output of the step that meets the damage is lost, so the
 * steps are small.
 */
const step = 256

/**
 * Unpacks a deflated file that is damaged or cut off. Returns what can be unpacked in front of the damage, at most
 * `limit` bytes; empty if there is nothing.
 */
export async function unpackBeginning(packed: Buffer, limit: number): Promise<Buffer> {
  const inflate = createInflateRaw({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH })
  const chunks: Buffer[] = []
  let length = 0
  inflate.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
  })
  let isDamaged = false
  inflate.on('error', () => (isDamaged = true))
  for (let at = 0; at < packed.length; at += step) {
    await new Promise<void>((resolve) => {
      inflate.once('error', resolve)
      inflate.write(packed.subarray(at, at + step), () => {
        inflate.off('error', resolve)
        resolve()
      })
    })
    if (isDamaged || length >= limit) break
  }
  inflate.destroy()
  return Buffer.concat(chunks).subarray(0, limit)
}

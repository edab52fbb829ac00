import { createHash } from 'node:crypto'

/** The two algorithms by which EPUBs obfuscate fonts: that of the EPUB standard, and that of Adobe. */
export type Obfuscation = 'idpf' | 'adobe'

export function obfuscationOf(algorithm: string): Obfuscation | undefined {
  if (algorithm === 'http://www.idpf.org/2008/embedding') return 'idpf'
  return algorithm === 'http://ns.adobe.com/pdf/enc#RC' ? 'adobe' : undefined
}

/** How a font is disguised. */
export interface Disguise {
  obfuscation: Obfuscation
  /** The unique identifier of the book, from which the key is made. */
  identifier: string
}

/**
 * Returns the chunks of a disguised font in its original form. Both algorithms combine the first thousand bytes of the
 * font with a key.
 */
export async function* restoredChunks(
  chunks: AsyncIterable<Buffer>,
  { obfuscation, identifier }: Disguise,
): AsyncGenerator<Buffer> {
  const [key, length] = obfuscation === 'idpf' ? [idpfKey(identifier), 1040] : [adobeKey(identifier), 1024]
  let left = key.length === 0 ? 0 : length
  for await (const chunk of chunks) {
    const disguised = Buffer.from(chunk.subarray(0, left))
    for (const [at, byte] of disguised.entries()) disguised[at] = byte ^ (key[(length - left + at) % key.length] ?? 0)
    left -= disguised.length
    if (disguised.length > 0) yield disguised
    if (chunk.length > disguised.length) yield chunk.subarray(disguised.length)
  }
}

function idpfKey(identifier: string): Buffer {
  return createHash('sha1')
    .update(identifier.replace(/[ \t\r\n]+/g, ''))
    .digest()
}

function adobeKey(identifier: string): Buffer {
  const digits = identifier.replace(/^urn:uuid:/i, '').replace(/[^\da-f]/gi, '')
  return digits.length === 32 ? Buffer.from(digits, 'hex') : Buffer.alloc(0)
}

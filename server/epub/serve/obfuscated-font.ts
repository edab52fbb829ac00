import { createHash } from 'node:crypto'

/** The two algorithms by which EPUBs obfuscate fonts: that of the EPUB standard, and that of Adobe. */
export type Obfuscation = 'idpf' | 'adobe'

export function obfuscationOf(algorithm: string): Obfuscation | undefined {
  if (algorithm === 'http://www.idpf.org/2008/embedding') return 'idpf'
  return algorithm === 'http://ns.adobe.com/pdf/enc#RC' ? 'adobe' : undefined
}

/**
 * Returns a disguised font in its original form. The identifier is the unique identifier of the book: both algorithms
 * combine the first thousand bytes of the font with a key that is made from it.
 */
export function restoreFont(bytes: Buffer, obfuscation: Obfuscation, identifier: string): Buffer {
  const [key, length] = obfuscation === 'idpf' ? [idpfKey(identifier), 1040] : [adobeKey(identifier), 1024]
  if (key.length === 0) return bytes
  const restored = Buffer.from(bytes)
  for (let at = 0; at < Math.min(length, restored.length); at += 1)
    restored[at] = (restored[at] ?? 0) ^ (key[at % key.length] ?? 0)
  return restored
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

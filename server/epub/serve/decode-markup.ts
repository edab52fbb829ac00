/** Decodes an HTML or XML file in its declared encoding, or as UTF-8. Bytes that cannot be decoded become U+FFFD. */
export function decodeMarkup(bytes: Buffer): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb) return 'utf-8'
  const head = bytes.subarray(0, 1024).toString('latin1')
  const [, declared = 'utf-8'] =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/i.exec(head) ?? /^@charset "([\w-]+)"/i.exec(head) ?? []
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}

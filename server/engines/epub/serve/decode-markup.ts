/**
 * Decodes an HTML or XML file of a book. The encoding is that of its byte order mark or of its declaration. If the
 * bytes are invalid in that encoding, as in many old books, UTF-8 and then GB 18030 are tried. Bytes that cannot be
 * decoded become U+FFFD.
 */
export function decodeMarkup(bytes: Buffer, warn?: (problem: string) => void): string {
  const declared = encodingOf(bytes)
  try {
    return new TextDecoder(declared, { fatal: true }).decode(bytes)
  } catch {
    warn?.('有页面的编码与声明不符，已另行辨认')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(declared === 'utf-8' ? 'gb18030' : declared).decode(bytes)
  }
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

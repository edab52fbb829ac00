/** Returns the bytes of a page request for `load-process.ts`, with the headers that a browser would send. */
export function pageRequest(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: books.test\r\naccept: text/html\r\naccept-encoding: gzip\r\n\r\n`
}

/** Returns the bytes of an API call for `load-process.ts`, with the headers that a browser would send. */
export function callRequest(path: string, body: object): string {
  const text = JSON.stringify(body)
  return (
    `POST /api/v1${path} HTTP/1.1\r\nhost: books.test\r\naccept-encoding: gzip\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  )
}

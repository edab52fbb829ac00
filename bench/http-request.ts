/** The bytes of a request for `load-process.ts`, as a browser would send it. */
export function pageRequest(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: books.test\r\naccept: text/html\r\naccept-encoding: gzip\r\n\r\n`
}

/** The same for a call of the API. */
export function callRequest(path: string, body: object): string {
  const text = JSON.stringify(body)
  return (
    `POST /api/v1${path} HTTP/1.1\r\nhost: books.test\r\naccept-encoding: gzip\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  )
}

import { request } from 'node:http'
import type { SiteProcess } from './site-process.ts'

/**
 * Sends the first half of a login request, calls the function `meanwhile`, and then sends the second half. Resolves
 * with the body of the answer.
 */
export function slowLogin({ url }: SiteProcess, account: string, password: string, meanwhile: () => void) {
  const body = Buffer.from(JSON.stringify({ account, password }))
  return new Promise<{ code: number }>((done, failed) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
    const sent = request(`${url}/api/v1/auth/login`, { method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => done(JSON.parse(text)))
    })
    sent.on('error', failed)
    // The event `continue` means that the server has read the head of the request, so the body can be sent in two
    // parts.
    sent.on('continue', () => {
      sent.write(body.subarray(0, 10))
      meanwhile()
      setTimeout(() => sent.end(body.subarray(10)), 300)
    })
    sent.flushHeaders()
  })
}

import { request } from 'node:http'
import { type Api, createClient, toRequest, type Transport } from '#shared/contract/client.ts'
import { createUser } from '#server/account/user/create-user.ts'
import { createSession } from '#server/account/session/write-sessions.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Role } from '#shared/api/account/user.ts'
import { freshAddress } from './marked-sites.ts'

/** Creates a user who is logged in, and returns an API client of theirs. Each call comes from another IP address. */
export async function logInNewUser(db: Db, url: string, roles: Role[] = []): Promise<Api> {
  const userId = (await createUser(db, { account: null, roles })) ?? ''
  const token = await createSession(db, { userId, userAgent: 'bench', network: '127.0.0.0' })
  return createClient(async (call) => {
    const { method, url: path, body } = await toRequest(call)
    return send(`${url}${path}`, { method, token, ...(typeof body === 'string' && { body }) })
  })
}

type Answer = Awaited<ReturnType<Transport>>

function send(url: string, { method, token, body }: { method: string; token: string; body?: string }) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const sent = request(url, { method, headers, localAddress: freshAddress() }, async (response) => {
    try {
      resolve(JSON.parse(Buffer.concat(await response.toArray()).toString()) as Answer)
    } catch (error) {
      reject(error)
    }
  })
  sent.on('error', reject).end(body)
  return promise
}

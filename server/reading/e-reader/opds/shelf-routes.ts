import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import { ShelfState } from '#shared/api/book/shelf.ts'
import type { Site } from '#shared/api/site.ts'
import { text } from '#shared/api/text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readBasicLogin, verifyBasicLogin } from '#server/reading/e-reader/key/e-reader-key.ts'
import { callerAddress } from '#server/http/server/caller-address.ts'
import { type OpdsList, opdsRoots } from './opds-list.ts'
import { shelfList, shelvesList } from './shelf-lists.ts'
import { atomTypes } from './write-atom-entry.ts'
import { opdsKindOf, writeAtomList } from './write-atom-list.ts'
import { jsonTypes, writeJsonList } from './write-json-list.ts'
import * as z from 'zod/mini'

const authenticationType = 'application/opds-authentication+json'

const authenticationPath = '/opds/authentication'

const config = { rateLimit: { max: 60, timeWindow: 60_000 } }
const personal = { 'cache-control': 'private, no-store', vary: 'authorization' }
const PageQuery = z.object({ cursor: z.optional(text(0, 500)) })

/**
 * Mounts the shelves of users in both formats of the OPDS catalogue. The answers are personal: every request needs the
 * user's e-reader key by HTTP Basic, and no answer is stored in a cache. The bodies are sent as bytes, because the web
 * framework adds a charset to the type of JSON text, which the specifications do not define.
 */
export function mountShelves(app: FastifyInstance, { db, site }: { db: Db; site: Site }) {
  app.get(authenticationPath, (_, reply) =>
    reply
      .headers({ 'content-type': authenticationType, 'cache-control': 'public, max-age=3600' })
      .send(Buffer.from(writeAuthenticationDocument(site))),
  )
  for (const format of ['atom', 'json'] as const) {
    const send = (reply: FastifyReply, list: OpdsList) =>
      reply
        .header('content-type', format === 'atom' ? atomTypes[opdsKindOf(list)] : jsonTypes.feed)
        .send(Buffer.from(format === 'atom' ? writeAtomList(site, list) : writeJsonList(site, list)))
    const mount = (path: string, find: (userId: string, request: FastifyRequest) => Promise<OpdsList>) =>
      app.get(opdsRoots[format] + path, { config }, async (request, reply) => {
        reply.headers(personal)
        const userId = await findKeyHolder(db, request)
        if (userId === undefined) return refuse(reply, site)
        return send(reply, await find(userId, request))
      })
    mount('/shelf', (userId) => shelvesList(db, userId))
    mount('/shelf/:state', (userId, request) => {
      const state = ShelfState.safeParse((request.params as { state: string }).state)
      const page = PageQuery.safeParse(request.query)
      if (!state.success) fail('missing', '没有这个书架')
      if (!page.success) fail('invalid', '这个网址不对，请从书库首页开始')
      return shelfList(db, userId, { state: state.data, ...page.data })
    })
  }
}

/** Returns the id of the user who has logged in with an e-reader key; undefined without a valid login. */
async function findKeyHolder(db: Db, { headers, ip }: FastifyRequest): Promise<string | undefined> {
  const login = readBasicLogin(headers.authorization)
  const holder = login && (await verifyBasicLogin(db, callerAddress(ip), login))
  if (holder?.isSuspended) fail('suspended', '你的账号已被停用，阅读器上看不到书架')
  return holder?.userId
}

function refuse(reply: FastifyReply, site: Site) {
  return reply
    .code(401)
    .headers({ 'content-type': authenticationType, 'www-authenticate': basicChallenge(site) })
    .send(Buffer.from(writeAuthenticationDocument(site)))
}

/**
 * Returns the document of the specification Authentication for OPDS 1.0. It tells e-reader software how to log in to
 * the shelves: by HTTP Basic with the name and the key from the user's account page.
 */
function writeAuthenticationDocument({ name, publicUrl }: Site): string {
  return JSON.stringify({
    id: publicUrl + authenticationPath,
    title: name,
    description: '书架只给你自己看。用户名和阅读器密钥在网站「设置」的「电子阅读器」里生成；这里不用登录网站的密码。',
    links: [
      { rel: 'help', href: `${publicUrl}/user/userInfo#info`, type: 'text/html', title: '生成阅读器密钥' },
      { rel: 'start', href: publicUrl + opdsRoots.json, type: jsonTypes.feed },
    ],
    authentication: [{ type: 'http://opds-spec.org/auth/basic', labels: { login: '用户名', password: '阅读器密钥' } }],
  })
}

/** Returns the `WWW-Authenticate` header of answers to requests without a valid login. The realm must be ASCII. */
function basicChallenge({ publicUrl }: Site): string {
  return `Basic realm="${new URL(publicUrl).host} e-reader key", charset="UTF-8"`
}

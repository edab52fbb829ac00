import type { Site } from '#shared/api/site.ts'
import { jsonTypes } from './write-json-list.ts'
import { opdsRoots } from './opds-list.ts'

export const authenticationType = 'application/opds-authentication+json'
export const authenticationPath = '/opds/authentication'

/**
 * Returns the document of the specification Authentication for OPDS 1.0. It tells e-reader software how to log in to
 * the shelves: by HTTP Basic with the name and the key from the user's account page.
 */
export function writeAuthenticationDocument({ name, publicUrl }: Site): string {
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
export function basicChallenge({ publicUrl }: Site): string {
  return `Basic realm="${new URL(publicUrl).host} e-reader key", charset="UTF-8"`
}

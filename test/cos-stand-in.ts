import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CosSettings } from '#server/storage/cos-storage.ts'

/** Checks what Tencent's STS and COS check, by their documents and not by our code, and keeps objects in memory. */
export async function startCosEmulator(t: { after(close: () => unknown): void }) {
  const root = { secretId: 'AKIDrootrootroot', secretKey: 'rootsecretrootsecret' }
  const objects = new Map<string, { bytes: Buffer; type: string; time: Date }>()
  const grants = new Map<string, { secretKey: string; token: string; policy: Policy; expires: number }>()
  const bucket = 'zhitu-1250000000'
  const refusals: string[] = []

  const grantToken = (headers: Headers, body: string) => {
    const [, day, signature] =
      /^TC3-HMAC-SHA256 Credential=AKIDrootrootroot\/([\d-]+)\/sts\/tc3_request, SignedHeaders=content-type;host, Signature=(\w{64})$/.exec(
        headers['authorization'] ?? '',
      ) ?? []
    const time = headers['x-tc-timestamp'] ?? ''
    const canonical = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${headers['host']}\n\ncontent-type;host\n${sha('sha256', body)}`
    const toSign = `TC3-HMAC-SHA256\n${time}\n${day}/sts/tc3_request\n${sha('sha256', canonical)}`
    const keys = mac('sha256', mac('sha256', mac('sha256', `TC3${root.secretKey}`, day ?? ''), 'sts'), 'tc3_request')
    const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300
    if (signature !== mac('sha256', keys, toSign).toString('hex') || !isFresh)
      return { Error: error('AuthFailure.SignatureFailure') }
    if (headers['x-tc-action'] !== 'GetFederationToken' || headers['x-tc-version'] !== '2018-08-13')
      return { Error: error('InvalidAction') }
    const said = JSON.parse(body) as { Policy: string; DurationSeconds: number; Name: string }
    const id = `AKIDtmp${grants.size}`
    const expires = Math.floor(Date.now() / 1000) + said.DurationSeconds
    const grant = {
      secretKey: `secret-${id}`,
      token: `token-${id}`,
      policy: JSON.parse(decodeURIComponent(said.Policy)) as Policy,
      expires,
    }
    grants.set(id, grant)
    return {
      Credentials: { TmpSecretId: id, TmpSecretKey: grant.secretKey, Token: grant.token },
      ExpiredTime: expires,
      RequestId: 'x',
    }
  }

  /** Why COS would refuse the request, or nothing. */
  const refusal = (method: string, url: URL, headers: Headers): string | undefined => {
    const fields = Object.fromEntries((headers['authorization'] ?? '').split('&').map((part) => part.split('=')))
    const id = fields['q-ak'] ?? ''
    const grant = grants.get(id)
    const secretKey = id === root.secretId ? root.secretKey : grant?.secretKey
    if (secretKey === undefined) return 'InvalidAccessKeyId'
    if (grant && headers['x-cos-security-token'] !== grant.token) return 'InvalidAccessKeyId'
    const line = (names: string, valueOf: (name: string) => string) =>
      names === ''
        ? ''
        : names
            .split(';')
            .map((name) => `${name}=${encodeURIComponent(valueOf(name))}`)
            .join('&')
    const signed = [
      method.toLowerCase(),
      decodeURIComponent(url.pathname),
      line(fields['q-url-param-list'] ?? '', (name) => url.searchParams.get(name) ?? ''),
      line(fields['q-header-list'] ?? '', (name) => headers[name] ?? ''),
      '',
    ].join('\n')
    const key = mac('sha1', secretKey, fields['q-key-time'] ?? '').toString('hex')
    const toSign = `sha1\n${fields['q-sign-time']}\n${sha('sha1', signed)}\n`
    if (mac('sha1', key, toSign).toString('hex') !== fields['q-signature']) return 'SignatureDoesNotMatch'
    if (!(fields['q-header-list'] ?? '').split(';').includes('host')) return 'HostNotSigned'
    const [start = 0, end = 0] = (fields['q-sign-time'] ?? '').split(';').map(Number)
    const now = Date.now() / 1000
    if (now < start - 900 || now > end || (grant && now > grant.expires)) return 'RequestTimeTooSkewed'
    return grant && !isAllowed(grant.policy, method, url.pathname, headers) ? 'AccessDenied' : undefined
  }

  const isAllowed = ({ statement }: Policy, method: string, path: string, headers: Headers) =>
    statement.some(({ effect, action, resource, condition }) => {
      const prefixes = resource.map(
        (one) => new RegExp(`^qcs::cos:ap-nanjing:uid/1250000000:${bucket}(/.*)\\*$`).exec(one)?.[1] ?? '\0',
      )
      return (
        effect === 'allow' &&
        action.includes(actions[method] ?? 'none') &&
        prefixes.some((prefix) => path.startsWith(prefix)) &&
        (condition === undefined ||
          (condition.string_equal['cos:content-type'].includes(headers['content-type'] ?? '') &&
            Number(headers['content-length']) <= condition.numeric_less_than_equal['cos:content-length']))
      )
    })

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://cos.test')
      const headers = request.headers as Headers
      const bytes = await readAll(request)
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*, authorization')
      response.setHeader('access-control-allow-methods', 'PUT')
      response.setHeader('access-control-expose-headers', 'etag')
      if (request.method === 'OPTIONS') return void response.end()
      if (headers['x-tc-action'] !== undefined)
        return void response.end(JSON.stringify({ Response: grantToken(headers, bytes.toString()) }))
      const key = decodeURIComponent(url.pathname.slice(1))
      const isPublic = request.method === 'GET' && /^(avatar|cover)\//.test(key)
      const refused = isPublic ? undefined : refusal(request.method ?? '', url, headers)
      if (refused !== undefined) {
        refusals.push(refused)
        return void response.writeHead(403).end(`<Error><Code>${refused}</Code></Error>`)
      }
      const source = headers['x-cos-copy-source']
      if (request.method === 'PUT' && source !== undefined) {
        const found = objects.get(source.replace(`${bucket}.cos.ap-nanjing.myqcloud.com/`, ''))
        if (found === undefined) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
        objects.set(key, { ...found, time: new Date() })
        return void response.end('<CopyObjectResult><ETag>"copied"</ETag></CopyObjectResult>')
      }
      if (request.method === 'PUT') objects.set(key, { bytes, type: headers['content-type'] ?? '', time: new Date() })
      else if (request.method === 'DELETE') objects.delete(key)
      else if (key === '') return void response.end(listOf(url.searchParams))
      else return answerObject(key)
      response.setHeader('etag', '"put"').end()

      function answerObject(key: string) {
        const found = objects.get(key)
        if (found === undefined) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
        response.writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length, etag: '"cos"' })
        response.end(found.bytes)
      }
    })()
  })

  /** Two keys a page, so that a listing has several. */
  const listOf = (query: URLSearchParams) => {
    const all = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > (query.get('marker') ?? ''))
      .toSorted()
    const contents = all
      .slice(0, 2)
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.time.toISOString()}</LastModified></Contents>`,
      )
    return `<ListBucketResult><IsTruncated>${all.length > 2}</IsTruncated>${contents.join('')}</ListBucketResult>`
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => (server.closeAllConnections(), server.close()))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: CosSettings = { ...root, bucket, region: 'ap-nanjing', endpoint, stsEndpoint: endpoint }
  return { settings, objects, grants, refusals }
}

type Headers = Record<string, string>

/** The action of Tencent's access management that each method takes. */
const actions: Record<string, string> = {
  PUT: 'name/cos:PutObject',
  GET: 'name/cos:GetObject',
  HEAD: 'name/cos:HeadObject',
}

interface Policy {
  version: string
  statement: {
    effect: string
    action: string[]
    resource: string[]
    condition?: {
      string_equal: { 'cos:content-type': string[] }
      numeric_less_than_equal: { 'cos:content-length': number }
    }
  }[]
}

function error(Code: string) {
  return { Code, Message: Code }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function sha(kind: string, text: string) {
  return createHash(kind).update(text).digest('hex')
}

function mac(kind: string, key: string | Buffer, text: string) {
  return createHmac(kind, key).update(text).digest()
}

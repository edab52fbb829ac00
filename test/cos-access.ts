import { createHash, createHmac } from 'node:crypto'

export type Headers = Record<string, string>

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

/**
 * Maps each HTTP method of a request to COS, Tencent's object storage, to the permission that the sender needs for it.
 */
const actions: Record<string, string> = {
  PUT: 'name/cos:PutObject',
  GET: 'name/cos:GetObject',
  HEAD: 'name/cos:HeadObject',
}

/**
 * Emulates the access control of Tencent Cloud for tests: issues temporary keys as STS does, and checks signatures and
 * policies as COS (the object storage) does. The rules follow Tencent's documentation.
 */
export class CosAccess {
  readonly root = { secretId: 'AKIDrootrootroot', secretKey: 'rootsecretrootsecret' }
  readonly grants = new Map<string, { secretKey: string; token: string; policy: Policy; expires: number }>()
  readonly #bucket: string

  constructor(bucket: string) {
    this.#bucket = bucket
  }

  /**
   * Answers the STS call `GetFederationToken` with temporary keys if the root key signed the request (TC3-HMAC-SHA256).
   */
  grantToken(headers: Headers, body: string): object {
    if (!this.#isSignedByRoot(headers, body)) return { Error: errorOf('AuthFailure.SignatureFailure') }
    if (headers['x-tc-action'] !== 'GetFederationToken' || headers['x-tc-version'] !== '2018-08-13')
      return { Error: errorOf('InvalidAction') }
    const request = JSON.parse(body) as { Policy: string; DurationSeconds: number; Name: string }
    const id = `AKIDtmp${this.grants.size}`
    const expires = Math.floor(Date.now() / 1000) + request.DurationSeconds
    const policy = JSON.parse(decodeURIComponent(request.Policy)) as Policy
    const grant = { secretKey: `secret-${id}`, token: `token-${id}`, policy, expires }
    this.grants.set(id, grant)
    return {
      Credentials: { TmpSecretId: id, TmpSecretKey: grant.secretKey, Token: grant.token },
      ExpiredTime: expires,
      RequestId: 'x',
    }
  }

  /**
   * Returns the error code with which COS, Tencent's object storage, refuses a request; undefined for a request that
   * COS serves. Browsers sign with temporary keys as COS describes it, the server with the root key as Amazon S3 does.
   */
  refusalOf(method: string, url: URL, headers: Headers, body: Buffer): string | undefined {
    if (headers['authorization']?.startsWith('AWS4-')) return this.#refusalOfRoot(method, url, headers, body)
    const fields = Object.fromEntries((headers['authorization'] ?? '').split('&').map((part) => part.split('=')))
    const id = fields['q-ak'] ?? ''
    const grant = this.grants.get(id)
    if (headers['x-cos-security-token'] !== grant?.token || grant === undefined) return 'InvalidAccessKeyId'
    if (signatureOf(grant.secretKey, fields, method, url, headers) !== fields['q-signature'])
      return 'SignatureDoesNotMatch'
    if (!(fields['q-header-list'] ?? '').split(';').includes('host')) return 'HostNotSigned'
    const [start = 0, end = 0] = (fields['q-sign-time'] ?? '').split(';').map(Number)
    const now = Date.now() / 1000
    if (now < start - 900 || now > end || now > grant.expires) return 'RequestTimeTooSkewed'
    return this.#isAllowed(grant.policy, method, url.pathname, headers) ? undefined : 'AccessDenied'
  }

  /** Checks a signature of version 4 of Amazon S3. */
  #refusalOfRoot(method: string, url: URL, headers: Headers, body: Buffer): string | undefined {
    const pattern =
      /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d+)\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/
    const [, id, day = '', region = '', names = '', signature] = pattern.exec(headers['authorization'] ?? '') ?? []
    if (id !== this.root.secretId) return 'InvalidAccessKeyId'
    const bodyHash = createHash('sha256').update(body).digest('hex')
    if (headers['x-amz-content-sha256'] !== bodyHash) return 'XAmzContentSHA256Mismatch'
    const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted()
    const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`)
    const canonical = [method, url.pathname, query.join('&'), signed.join(''), names, bodyHash].join('\n')
    const scope = `${day}/${region}/s3/aws4_request`
    const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash('sha256', canonical)].join('\n')
    const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
      (key, part) => hmac('sha256', key, part),
      `AWS4${this.root.secretKey}`,
    )
    return signature === hmac('sha256', key, toSign).toString('hex') ? undefined : 'SignatureDoesNotMatch'
  }

  #isSignedByRoot(headers: Headers, body: string): boolean {
    const pattern =
      /^TC3-HMAC-SHA256 Credential=AKIDrootrootroot\/([\d-]+)\/sts\/tc3_request, SignedHeaders=content-type;host, Signature=(\w{64})$/
    const [, day = '', signature] = pattern.exec(headers['authorization'] ?? '') ?? []
    const time = headers['x-tc-timestamp'] ?? ''
    const canonical = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${headers['host']}\n\ncontent-type;host\n${hash('sha256', body)}`
    const toSign = `TC3-HMAC-SHA256\n${time}\n${day}/sts/tc3_request\n${hash('sha256', canonical)}`
    const dayKey = hmac('sha256', `TC3${this.root.secretKey}`, day)
    const key = hmac('sha256', hmac('sha256', dayKey, 'sts'), 'tc3_request')
    const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300
    return isFresh && signature === hmac('sha256', key, toSign).toString('hex')
  }

  #isAllowed({ statement }: Policy, method: string, path: string, headers: Headers): boolean {
    const resources = new RegExp(`^qcs::cos:ap-nanjing:uid/1250000000:${this.#bucket}(/.*)\\*$`)
    return statement.some(({ effect, action, resource, condition }) => {
      const prefixes = resource.map((one) => resources.exec(one)?.[1] ?? '\0')
      return (
        effect === 'allow' &&
        action.includes(actions[method] ?? 'none') &&
        prefixes.some((prefix) => path.startsWith(prefix)) &&
        (condition === undefined ||
          (condition.string_equal['cos:content-type'].includes(headers['content-type'] ?? '') &&
            Number(headers['content-length']) <= condition.numeric_less_than_equal['cos:content-length']))
      )
    })
  }
}

/**
 * Returns the `q-signature` that a request to COS, Tencent's object storage, must have. `fields` are the parts of the
 * request's authorization header.
 */
function signatureOf(secretKey: string, fields: Record<string, string>, method: string, url: URL, headers: Headers) {
  const signed = [
    method.toLowerCase(),
    decodeURIComponent(url.pathname),
    listOfValues(fields['q-url-param-list'] ?? '', (name) => url.searchParams.get(name) ?? ''),
    listOfValues(fields['q-header-list'] ?? '', (name) => headers[name] ?? ''),
    '',
  ].join('\n')
  const key = hmac('sha1', secretKey, fields['q-key-time'] ?? '').toString('hex')
  const toSign = `sha1\n${fields['q-sign-time']}\n${hash('sha1', signed)}\n`
  return hmac('sha1', key, toSign).toString('hex')
}

function listOfValues(names: string, valueOf: (name: string) => string): string {
  if (names === '') return ''
  const pairs = names.split(';').map((name) => `${name}=${encodeURIComponent(valueOf(name))}`)
  return pairs.join('&')
}

function errorOf(code: string) {
  return { Code: code, Message: code }
}

function hash(algorithm: string, text: string) {
  return createHash(algorithm).update(text).digest('hex')
}

function hmac(algorithm: string, key: string | Buffer, text: string) {
  return createHmac(algorithm, key).update(text).digest()
}

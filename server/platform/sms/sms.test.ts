import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { signAliyun } from './aliyun-sms.ts'
import { createSmsSender } from './sms-sender.ts'
import type { SmsSettings } from './sms-settings.ts'
import { signTencent } from './tencent-sms.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

interface Received {
  method: string
  url: URL
  headers: Record<string, string>
  body: string
}

/** An emulator of an SMS provider. It records requests and sends the answer that the test sets. */
async function startProvider(t: TestContext) {
  const received: Received[] = []
  const answer = { status: 200, body: '', isSilent: false }
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', `http://${headers.host}`)
    received.push({ method, url, headers: headers as Record<string, string>, body })
    if (!answer.isSilent) response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  t.after(() => (server.closeAllConnections(), server.close()))
  return { received, answer, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const settings: Omit<SmsSettings, 'provider' | 'endpoint'> = {
  keyId: 'AKIDexample',
  keySecret: 'secret of the key',
  signName: '知图',
  template: '1110',
  params: ['code', 'minutes'],
  appId: '1400006666',
  region: 'ap-guangzhou',
}

/**
 * Verifies the signature of a text message request in the way that the SMS provider's documentation describes for
 * receivers.
 */
const verifiers: Record<SmsSettings['provider'], (request: Received, secret: string) => boolean> = {
  tencent({ method, url, headers, body }, secret) {
    const [, keyId, date, names = '', signature] =
      /^TC3-HMAC-SHA256 Credential=(\w+)\/([\d-]+)\/sms\/tc3_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
        headers['authorization'] ?? '',
      ) ?? []
    const time = Number(headers['x-tc-timestamp'])
    assert.ok(Math.abs(time - Date.now() / 1000) < 300)
    assert.equal(date, new Date(time * 1000).toISOString().slice(0, 10))
    assert.equal(keyId, settings.keyId)
    const lines = names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim().toLowerCase()}\n`)
    const canonical = `${method}\n${url.pathname}\n${url.search.slice(1)}\n${lines.join('')}\n${names}\n${hash(body)}`
    const toSign = `TC3-HMAC-SHA256\n${time}\n${date}/sms/tc3_request\n${hash(canonical)}`
    const key = hmac(hmac(hmac(`TC3${secret}`, date ?? ''), 'sms'), 'tc3_request')
    return names.includes('content-type;host') && hmac(key, toSign).toString('hex') === signature
  },
  aliyun({ method, url, headers, body }, secret) {
    const [, keyId, names = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=(\w+),SignedHeaders=([\w;-]+),Signature=(\w{64})$/.exec(
        headers['authorization'] ?? '',
      ) ?? []
    assert.equal(keyId, settings.keyId)
    assert.ok(Math.abs(Date.parse(headers['x-acs-date'] ?? '') - Date.now()) < 15 * 60_000)
    assert.match(headers['x-acs-date'] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.ok((headers['x-acs-signature-nonce'] ?? '').length >= 16)
    assert.equal(headers['x-acs-content-sha256'], hash(body))
    const signed = Object.keys(headers).filter((name) => /^x-acs-|^host$|^content-type$/.test(name))
    assert.deepEqual(names.split(';'), signed.toSorted())
    const lines = names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}\n`)
    const query = [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .toSorted()
      .join('&')
    const canonical = [method, url.pathname, query, lines.join(''), names, hash(body)].join('\n')
    return hmac(secret, `ACS3-HMAC-SHA256\n${hash(canonical)}`).toString('hex') === signature
  },
  http({ headers, body }, secret) {
    const time = headers['x-zhitu-timestamp'] ?? ''
    assert.ok(Math.abs(Number(time) - Date.now() / 1000) < 300)
    return headers['x-zhitu-signature'] === `sha256=${hmac(secret, `${time}.${body}`).toString('hex')}`
  },
}

const sent = {
  tencent: '{"Response":{"SendStatusSet":[{"Code":"Ok","Message":"send success"}],"RequestId":"1"}}',
  aliyun: '{"Code":"OK","Message":"OK","RequestId":"1","BizId":"1"}',
  http: '',
}
const refused = {
  tencent: [
    '{"Response":{"Error":{"Code":"AuthFailure.SignatureFailure","Message":"no"},"RequestId":"1"}}',
    '{"Response":{"SendStatusSet":[{"Code":"LimitExceeded.PhoneNumberDailyLimit","Message":"no"}]}}',
    '<html>',
  ],
  aliyun: ['{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"触发小时级流控"}', 'null'],
  http: [],
}

test('text messages', async (t) => {
  for (const provider of ['tencent', 'aliyun', 'http'] as const) {
    await t.test(`${provider}: requests follow its documentation, and its answers are understood`, async (t) => {
      const { received, answer, url } = await startProvider(t)
      const logged: string[] = []
      const log = { info: () => undefined, error: (facts: object) => void logged.push(JSON.stringify(facts)) }
      const endpoint = provider === 'http' ? `${url}/hook?site=1` : url
      const sms = createSmsSender({
        settings: { ...settings, provider, endpoint },
        countries: ['86'],
        codesInLog: false,
        log,
      })
      const { visitor } = await startTestSite(t, {}, { sms })
      answer.body = sent[provider]
      await visitor.auth.sendCode({ account: '138 0013 8000', purpose: 'login' })
      const [request] = received
      assert.ok(request)
      assert.equal(request.method, 'POST')
      assert.equal(verifiers[provider](request, settings.keySecret), true)
      assert.equal(verifiers[provider](request, 'another secret'), false)
      const code = codeIn(provider, request)
      const { user } = await visitor.auth.codeLogin({ account: '13800138000', code })
      assert.equal(user.phoneNumber, '+8613800138000')

      const failures = [...refused[provider].map((body) => ({ status: 200, body })), { status: 500, body: 'down' }]
      for (const [at, failure] of failures.entries()) {
        Object.assign(answer, failure)
        const account = `1390013800${at}`
        const { message } = await failureOf(visitor.auth.sendCode({ account, purpose: 'login' }), 'unavailable')
        assert.match(message, /短信没有发出去.*邮箱/)
        // The SMS provider's error message repeats the verification code, which the log must not contain.
        const tried = codeIn(provider, received.at(-1) as Received)
        assert.ok(!logged.join().includes(tried) && !logged.join().includes(account))
      }
      assert.equal(logged.length, failures.length)
      const abroad = await failureOf(visitor.auth.sendCode({ account: '+14155552671', purpose: 'login' }), 'invalid')
      assert.match(abroad.message || (abroad.data?.fields?.['account'] ?? ''), /请用邮箱/)
    })
  }

  await t.test('a provider that cannot be reached is reported', async (t) => {
    const log = { info: () => undefined, error: () => undefined }
    const unreachable = { ...settings, provider: 'http', endpoint: 'http://127.0.0.1:9' } as const
    const sms = createSmsSender({ settings: unreachable, countries: ['86'], codesInLog: false, log })
    const { visitor } = await startTestSite(t, {}, { sms })
    await failureOf(visitor.auth.sendCode({ account: '13800138000', purpose: 'login' }), 'unavailable')
    const without = await startTestSite(t, {}, { sms: null })
    const { data } = await failureOf(
      without.visitor.auth.sendCode({ account: '13800138000', purpose: 'login' }),
      'invalid',
    )
    assert.match(data?.fields?.['account'] ?? '', /请用邮箱/)
  })

  await t.test('without a provider codes are logged where mails are too, or there is no sender', async () => {
    const messages: string[] = []
    const log = { info: (_: object, message: string) => void messages.push(message), error: () => undefined }
    const parts = { settings: null, countries: ['86'], log }
    assert.equal(createSmsSender({ ...parts, codesInLog: false }), null)
    await createSmsSender({ ...parts, codesInLog: true })?.sendCode('+8613800138000', '123456')
    assert.match(messages.join(), /SMS_PROVIDER.*123456/)
  })

  await t.test('signatures match the examples in the providers’ documentation', () => {
    const aliyun = signAliyun({
      query: 'ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai',
      headers: {
        host: 'ecs.cn-shanghai.aliyuncs.com',
        'x-acs-action': 'RunInstances',
        'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        'x-acs-date': '2023-10-26T10:22:32Z',
        'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
        'x-acs-version': '2014-05-26',
      },
      keyId: 'YourAccessKeyId',
      keySecret: 'YourAccessKeySecret',
    })
    assert.match(aliyun, /Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0$/)
    const tencent = signTencent({
      service: 'cvm',
      action: 'DescribeInstances',
      host: 'cvm.tencentcloudapi.com',
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      keyId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******',
      keySecret: 'Gu5t9xGARNpq86cd98joQYCN3*******',
      timestamp: 1_551_113_065,
    })
    assert.match(tencent, /Signature=be4f67d323c78ab9acb7395e43c0dbcf822a9cfac32fea2449a7bc7726b770a3$/)
  })
})

/**
 * Returns the verification code from the field that the SMS provider's documentation defines, after checking the other
 * required fields.
 */
function codeIn(provider: SmsSettings['provider'], { url, headers, body }: Received): string {
  if (provider === 'aliyun') {
    const { TemplateParam, PhoneNumbers, ...rest } = Object.fromEntries(url.searchParams)
    assert.deepEqual(rest, { SignName: '知图', TemplateCode: '1110' })
    assert.match(PhoneNumbers ?? '', /^1\d{10}$/)
    assert.deepEqual([headers['x-acs-action'], headers['x-acs-version']], ['SendSms', '2017-05-25'])
    const { code, minutes } = JSON.parse(TemplateParam ?? '{}')
    assert.equal(minutes, '10')
    return code
  }
  const fields = JSON.parse(body)
  if (provider === 'http') {
    assert.equal(url.pathname + url.search, '/hook?site=1')
    assert.match(fields.phoneNumber, /^\+861\d{10}$/)
    return fields.code
  }
  const { PhoneNumberSet, TemplateParamSet, ...rest } = fields
  assert.deepEqual(rest, { SmsSdkAppId: '1400006666', SignName: '知图', TemplateId: '1110' })
  assert.match(PhoneNumberSet.join(), /^\+861\d{10}$/)
  assert.deepEqual(
    [headers['x-tc-action'], headers['x-tc-version'], headers['x-tc-region'], TemplateParamSet[1]],
    ['SendSms', '2021-01-11', 'ap-guangzhou', '10'],
  )
  return TemplateParamSet[0]
}

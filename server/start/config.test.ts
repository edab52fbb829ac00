import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { cosBucket } from '#server/platform/storage/cos-settings.ts'

function withEnvironment<T>(variables: Record<string, string>, run: () => T): T {
  const before = { ...process.env }
  Object.assign(process.env, variables)
  try {
    return run()
  } finally {
    process.env = before
  }
}

test('the configuration works without any variable', () => {
  const { port, host, site, databaseUrl } = withEnvironment({ PORT: '', DATABASE_URL: '' }, readConfig)
  assert.deepEqual(
    [port, host, databaseUrl, site.publicUrl, site.codesInLog],
    [3000, '127.0.0.1', undefined, 'http://localhost:3000', true],
  )
})

test('a wrong value is refused with a sentence that names the variable', () => {
  const wrong = {
    PORT: ['http', '70000', '-1'],
    WORKERS: ['0', '-1', '1.5', 'abc', '1000', '9'],
    PUBLIC_URL: ['books.example.com', 'ftp://books.example.com', 'https://example.com/books'],
    DATABASE_URL: ['mysql://x', 'nonsense'],
    DATABASE_READ_URL: ['replica', 'postgres://a/zhitu mysql://b/zhitu', 'postgres://a/zhitu'],
    SMTP_URL: ['mail.example.com'],
    MAIL_FROM: [
      '知图',
      '知图 noreply@example.com',
      '知图 <noreply>',
      '<a@example.com> 知图',
      'a@example.com, b@example.com',
    ],
    SMTP_CERTIFICATE: ['/nowhere/mail.pem', 'package.json'],
    FEATURE_VIDEO: ['maybe'],
    TRUST_PROXY: ['2'],
    ADMIN_EMAIL: ['admin'],
    LOG_LEVEL: ['loud'],
    MAP_BORDERS: ['official'],
    MAP_TIANDITU_KEY: ['你的密钥', 'short', 'abc&tk=0123456789abcdef'],
    MAP_STYLE_URL: ['tiles.example.com/style.json', 'mapbox://styles/mapbox/streets-v12', 'file:///etc/passwd'],
    MAP_RASTER_URLS: [
      'https://tiles.example.com/{z}/{x}.png',
      'ftp://tiles.example.com/{z}/{x}/{y}.png',
      'https://tiles.example.com/{z}/{x}/{y}.png https://tiles.example.com/{layer}/{z}/{x}/{y}.png',
    ],
    MAP_CRS: ['bd09'],
    MAP_MAX_ZOOM: ['0', '23', '7.5', 'far'],
    STORAGE: ['minio'],
    S3_ENDPOINT: ['minio.example.com', 'https://minio.example.com/bucket'],
    S3_REGION: ['南京'],
    S3_BUCKET: ['Zhitu', 'a', 'a/b'],
    S3_ACCESS_KEY_ID: ['a b c'],
    S3_SECRET_ACCESS_KEY: ['short'],
    S3_PATH_STYLE: ['yes'],
    S3_DOMAIN: ['pictures.example.com'],
    COS_SECRET_ID: ['短', 'with space in it'],
    COS_SECRET_KEY: ['短'],
    COS_BUCKET: ['zhitu', 'zhitu-x', 'ZHITU-1250000000'],
    COS_REGION: ['nanjing', 'ap-nanjing.example.com'],
    COS_ENDPOINT: ['cos.example.com', 'https://cos.example.com/bucket', 'ftp://cos.example.com'],
    COS_DOMAIN: ['https://pictures.example.com/?x=1/'],
    SITE_NAME: ['名'.repeat(21)],
    SITE_COLOR: ['orange', '#fff', '#858080'],
    SITE_LOGO: ['logo.gif', 'no-such-logo.svg'],
    SMS_PROVIDER: ['twilio'],
    SMS_HTTP_URL: ['sms.example.com'],
    SMS_TEMPLATE_PARAMS: ['minutes'],
    SMS_COUNTRIES: ['+86', '中国', '86;1'],
    CODES_PER_HOUR: ['0', 'many'],
    SMS_CODES_PER_HOUR: ['0', 'many'],
    SMS_KEY_SECRET: ['x'.repeat(201)],
    METRICS_TOKEN: ['too short', 'with spaces in the token', '中文的令牌没有办法放进请求的头里面'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(
        () => withEnvironment({ [name]: value }, readConfig),
        new RegExp(`^Error: 环境变量 ${name} 不对：.*[\\u4e00-\\u9fff].*。$`),
      )
    }
  }
})

test('a setting that is empty or consists of spaces has its default', () => {
  for (const blank of ['', ' ']) {
    const { port, drainSeconds } = withEnvironment({ PORT: blank, DRAIN_SECONDS: blank }, readConfig)
    assert.deepEqual([port, drainSeconds], [3000, 0])
  }
})

test('the public address has no trailing slash', () => {
  assert.equal(
    withEnvironment({ PUBLIC_URL: 'https://books.example.com/' }, readConfig).site.publicUrl,
    'https://books.example.com',
  )
})

test('at most one map provider can be configured', () => {
  const both = {
    MAP_TIANDITU_KEY: '0123456789abcdef0123456789abcdef',
    MAP_STYLE_URL: 'https://tiles.example.com/style.json',
  }
  assert.throws(() => withEnvironment(both, readConfig), /^Error: 环境变量 MAP_STYLE_URL 不对：.*MAP_TIANDITU_KEY.*。$/)
})

test('pages learn neither the addresses nor the key of the map provider', () => {
  const key = '0123456789abcdef0123456789abcdef'
  const { site, mapProvider } = withEnvironment({ MAP_TIANDITU_KEY: key }, readConfig)
  assert.deepEqual(site.map.provider?.layers, { map: ['vec', 'cva'], satellite: ['img', 'cia'] })
  assert.equal(site.map.provider.name, '天地图')
  assert.doesNotMatch(JSON.stringify(site), new RegExp(`${key}|tianditu`))
  assert.match(mapProvider?.templates['cva'] ?? '', new RegExp(`LAYER=cva.*TILEMATRIX={z}.*tk=${key}$`))

  const several = 'https://{s}.example.com/a/{z}/{x}/{y}.png?key=aaaa, http://t{0-7}.example.com/b/{z}/{x}/{-y}.png'
  const raster = withEnvironment({ MAP_RASTER_URLS: several, MAP_CRS: 'gcj02', MAP_MAX_ZOOM: '16' }, readConfig)
  assert.deepEqual(raster.site.map.provider?.layers, { map: ['map-1', 'map-2'], satellite: [] })
  assert.deepEqual([raster.site.map.provider.crs, raster.site.map.provider.maxZoom], ['gcj02', 16])
})

test('Tencent COS requires its keys and bucket and has an address by its region', () => {
  const cos = { STORAGE: 'cos', COS_SECRET_ID: 'AKIDexample', COS_SECRET_KEY: 'secretexample' }
  assert.throws(() => withEnvironment(cos, readConfig), /^Error: 环境变量 COS_BUCKET 不对：STORAGE=cos 时须设。$/)
  const whole = { ...cos, COS_BUCKET: 'zhitu-1250000000' }
  const usual = withEnvironment(whole, readConfig)
  const address = 'https://zhitu-1250000000.cos.ap-nanjing.myqcloud.com'
  const { kind, cos: access } = usual.storage
  assert.equal(kind, 'cos')
  assert.deepEqual(access && cosBucket(access, 'zhitu-1250000000'), {
    secretId: 'AKIDexample',
    secretKey: 'secretexample',
    bucket: 'zhitu-1250000000',
    region: 'ap-nanjing',
    endpoint: address,
    stsEndpoint: 'https://sts.tencentcloudapi.com',
  })
  assert.equal(usual.site.pictureBase, address)
  const elsewhere = withEnvironment({ ...whole, COS_DOMAIN: 'https://pictures.example.com/' }, readConfig)
  assert.equal(elsewhere.site.pictureBase, 'https://pictures.example.com')
  assert.equal(withEnvironment({ ...whole, STORAGE: 'local' }, readConfig).site.pictureBase, '/storage')
  assert.equal(withEnvironment({}, readConfig).site.pictureBase, '/storage')
})

test('an S3-compatible store requires its address, keys and bucket', () => {
  const s3 = { STORAGE: 's3', S3_ENDPOINT: 'https://minio.example.com/', S3_ACCESS_KEY_ID: 'zhitu' }
  assert.throws(
    () => withEnvironment(s3, readConfig),
    /^Error: 环境变量 S3_SECRET_ACCESS_KEY 不对：STORAGE=s3 时须设。$/,
  )
  const whole = { ...s3, S3_SECRET_ACCESS_KEY: 'secretexample', S3_BUCKET: 'books' }
  const { storage, site } = withEnvironment(whole, readConfig)
  assert.deepEqual(storage.s3, {
    endpoint: 'https://minio.example.com',
    region: 'us-east-1',
    bucket: 'books',
    accessKeyId: 'zhitu',
    secretAccessKey: 'secretexample',
    isPathStyle: true,
  })
  assert.equal(site.pictureBase, '/storage')
  const domain = withEnvironment({ ...whole, S3_DOMAIN: 'https://pictures.example.com' }, readConfig)
  assert.equal(domain.site.pictureBase, 'https://pictures.example.com')
  const message = /^Error: 环境变量 S3_ENDPOINT 不对：备份放到 s3:\/\/ 时须设。$/
  assert.throws(() => withEnvironment({ BACKUP_TO: 's3://backups' }, readConfig), message)
})

test('border lines and map providers are off by default', () => {
  assert.deepEqual(withEnvironment({}, readConfig).site.map, { borders: 'none', provider: null })
  assert.equal(withEnvironment({ MAP_BORDERS: 'defacto' }, readConfig).site.map.borders, 'defacto')
})

test('an incomplete provider of text messages names the missing variables', () => {
  const incomplete = { SMS_PROVIDER: 'tencent', SMS_KEY_ID: 'id', SMS_KEY_SECRET: 'secret', SMS_SIGN_NAME: '知图' }
  assert.throws(
    () => withEnvironment(incomplete, readConfig),
    /SMS_TEMPLATE 不对：SMS_PROVIDER=tencent 需要它。\n.*SMS_APP_ID/,
  )
  const { sms } = withEnvironment({ ...incomplete, SMS_TEMPLATE: '1110', SMS_APP_ID: '1400' }, readConfig)
  assert.equal(sms?.endpoint, 'https://sms.tencentcloudapi.com')
  assert.equal(withEnvironment({ SMS_PROVIDER: '' }, readConfig).sms, null)
})

test('the workers share the connections to the database', () => {
  const shares = (variables: Record<string, string>) => {
    const { workers, databasePoolSize } = withEnvironment(variables, readConfig)
    return [workers, databasePoolSize]
  }
  const databaseUrl = 'postgres://zhitu@db.example.com/zhitu'
  assert.deepEqual(shares({ DATABASE_URL: '' }), [1, 20])
  assert.deepEqual(shares({ WORKERS: '4', DATABASE_URL: '' }), [4, 5])
  assert.deepEqual(shares({ WORKERS: '64', DATABASE_URL: databaseUrl }), [64, 2])
  assert.deepEqual(shares({ WORKERS: '4', NODE_ENV: 'development' }), [1, 20])
  const [automatic = 0] = shares({ WORKERS: 'auto', DATABASE_URL: databaseUrl })
  assert.equal(automatic, Math.min(64, availableParallelism()))
})

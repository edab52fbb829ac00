import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { maxBytes, type ProviderAnswer, ProviderError } from './fetch-from-provider.ts'

export type ContentKind = 'picture' | 'tile' | 'glyphs' | 'json'

/** Content from the map provider as it is sent to the browser: images unchanged, other content compressed with gzip. */
export interface Content {
  type: string
  body: Buffer
  isGzipped: boolean
}

const compress = promisify(gzip)
const decompress = promisify(gunzip)
const types = { tile: 'application/vnd.mapbox-vector-tile', glyphs: 'application/x-protobuf', json: 'application/json' }

/**
 * Checks that the map provider sent the expected kind of content, and returns it with a content type of the site's own,
 * so that a provider cannot serve other content under the site's name. Throws a `ProviderError`.
 */
export async function toContent(kind: ContentKind, answer: ProviderAnswer): Promise<Content> {
  const body = await plainBody(answer)
  if (kind === 'picture') return { type: pictureType(body), body, isGzipped: false }
  const declaredType = answer.headers['content-type'] ?? ''
  if (kind === 'json') parseJson(body)
  else if (/^(text|image)\/|json|xml/.test(declaredType))
    throw new ProviderError(`answered with ${declaredType.split(';', 1)[0]}`)
  return { type: types[kind], body: await compress(body), isGzipped: true }
}

export async function readJson({ body }: Content): Promise<unknown> {
  return parseJson(await decompress(body))
}

/**
 * Returns the body of an answer without compression. Some map providers send compressed tiles without the header that
 * says so, so the first two bytes, by which gzip is recognised, are checked too.
 */
async function plainBody({ headers, body }: ProviderAnswer): Promise<Buffer> {
  const encoding = headers['content-encoding'] ?? 'identity'
  const isGzipped = encoding === 'gzip' || (body[0] === 0x1f && body[1] === 0x8b)
  if (!isGzipped && encoding !== 'identity') throw new ProviderError('answered in an encoding that was not requested')
  if (!isGzipped) return body
  return decompress(body, { maxOutputLength: maxBytes }).catch(() => {
    throw new ProviderError('answered with data that does not decompress')
  })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new ProviderError('answered with broken JSON')
  }
}

/** Detects the type of an image by its first bytes. SVG is refused, because it can contain scripts. */
function pictureType(body: Buffer): string {
  const head = body.subarray(0, 12).toString('latin1')
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  if (head.slice(4) === 'ftypavif') return 'image/avif'
  throw new ProviderError('answered with something that is not an image')
}

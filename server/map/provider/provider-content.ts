import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { maxBytes, type ProviderAnswer, ProviderError } from './fetch-from-provider.ts'

export type ContentKind = 'picture' | 'tile' | 'glyphs' | 'json'

/** What is handed on: pictures as they are, all else gzipped. */
export interface Content {
  type: string
  body: Buffer
  isGzipped: boolean
}

const compress = promisify(gzip)
const decompress = promisify(gunzip)
const types = { tile: 'application/vnd.mapbox-vector-tile', glyphs: 'application/x-protobuf', json: 'application/json' }

/** The body as the kind it must be, under a type of our choosing: an answer of another kind is never shown under our name. */
export async function toContent(kind: ContentKind, answer: ProviderAnswer): Promise<Content> {
  const body = await plainBody(answer)
  if (kind === 'picture') return { type: pictureType(body), body, isGzipped: false }
  const said = answer.headers['content-type'] ?? ''
  if (kind === 'json') parseJson(body)
  else if (/^(text|image)\/|json|xml/.test(said)) throw new ProviderError(`answered with ${said.split(';', 1)[0]}`)
  return { type: types[kind], body: await compress(body), isGzipped: true }
}

export async function readJson({ body }: Content): Promise<unknown> {
  return parseJson(await decompress(body))
}

/** Some providers keep tiles compressed and forget to say so. */
async function plainBody({ headers, body }: ProviderAnswer): Promise<Buffer> {
  const encoding = headers['content-encoding'] ?? 'identity'
  const isGzipped = encoding === 'gzip' || (body[0] === 0x1f && body[1] === 0x8b)
  if (!isGzipped && encoding !== 'identity') throw new ProviderError('answered in an encoding we did not ask for')
  if (!isGzipped) return body
  return decompress(body, { maxOutputLength: maxBytes }).catch(() => {
    throw new ProviderError('answered with what does not decompress')
  })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new ProviderError('answered with broken JSON')
  }
}

/** By the bytes a picture begins with; SVG is none, since it can hold scripts. */
function pictureType(body: Buffer): string {
  const head = body.subarray(0, 12).toString('latin1')
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  if (head.slice(4) === 'ftypavif') return 'image/avif'
  throw new ProviderError('answered with no picture')
}

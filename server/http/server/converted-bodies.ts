import { LRUCache } from 'lru-cache'
import { type CompressedBody, convertBody, type Encoding } from '#server/platform/cache/compress-body.ts'

/**
 * Caches bodies of responses in one encoding, at most 2 MiB, for clients that do not accept the encoding in which the
 * response was compressed first. The conversion runs outside the event loop, so that such a client costs about as much
 * as any other.
 */
class ConvertedBodies {
  readonly #encoding: Encoding
  readonly #bodies = new LRUCache<CompressedBody, Buffer>({
    maxSize: 2 * 1024 * 1024,
    sizeCalculation: (body) => Math.max(1, body.length),
  })
  readonly #pending = new WeakMap<CompressedBody, Promise<Buffer>>()

  constructor(encoding: Encoding) {
    this.#encoding = encoding
  }

  find(body: CompressedBody, contentType: string): Buffer | Promise<Buffer> {
    const known = this.#bodies.get(body) ?? this.#pending.get(body)
    if (known !== undefined) return known
    const converted = convertBody(body, this.#encoding, contentType)
      .then((bytes) => {
        this.#bodies.set(body, bytes)
        return bytes
      })
      .finally(() => this.#pending.delete(body))
    this.#pending.set(body, converted)
    return converted
  }
}

const converted = {
  br: new ConvertedBodies('br'),
  gzip: new ConvertedBodies('gzip'),
  identity: new ConvertedBodies('identity'),
}

/**
 * Returns the bytes of a response body in an encoding: the compressed body itself, or one converted before; otherwise a
 * promise of the converted body that all concurrent callers share.
 */
export function bytesIn(body: CompressedBody, encoding: Encoding, contentType: string): Buffer | Promise<Buffer> {
  return body.encoding === encoding ? body.bytes : converted[encoding].find(body, contentType)
}

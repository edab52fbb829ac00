import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { solveChallenge } from 'altcha-lib'
import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2'

type Options = Parameters<typeof solveChallenge>[0]

/**
 * Derives the key of the proof of work in JavaScript, because browsers disable Web Crypto on pages without TLS, such as
 * a site tried out at home.
 */
const deriveInScript: Options['deriveKey'] = async ({ cost, keyLength = 32 }, salt, password) => ({
  derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }),
})

addEventListener('message', async ({ data }: MessageEvent<Options['challenge']>) => {
  const deriveKey = 'subtle' in crypto ? deriveNatively : deriveInScript
  postMessage(await solveChallenge({ challenge: data, deriveKey }).catch(() => null))
})

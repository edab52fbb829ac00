import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

interface AuthenticatorSettings {
  origin: string
  /** True if the passkey authenticator verifies its user, for example by a fingerprint. */
  isVerifying?: boolean
}

/**
 * A WebAuthn authenticator in software, for tests of passkeys: one ES256 key, attestation `none`, and a signature
 * counter that increases.
 */
export class SoftAuthenticator {
  readonly credentialId = randomBytes(32)
  #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0
  #origin: string
  #flags: number

  constructor({ origin, isVerifying = true }: AuthenticatorSettings) {
    this.#origin = origin
    this.#flags = 0x01 | (isVerifying ? 0x04 : 0)
  }

  /** Returns the authenticator's response to the registration of a passkey. */
  create({ challenge }: { challenge: string }) {
    const authData = Buffer.concat([
      this.#authenticatorData(0x40),
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      coseKey(this.#keys.publicKey),
    ])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ])
    return {
      credentialId: this.credentialId.toString('base64url'),
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    }
  }

  /** Returns the authenticator's response to a login with the passkey. */
  get({ challenge }: { challenge: string }) {
    const clientData = this.#clientData('webauthn.get', challenge)
    const data = this.#authenticatorData(0)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    return {
      credentialId: this.credentialId.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#keys.privateKey).toString('base64url'),
    }
  }

  /**
   * Sets the authenticator's signature counter back, so that the authenticator looks like a copy that was made earlier.
   */
  turnBack(counter: number) {
    this.#counter = counter
  }

  #authenticatorData(flags: number) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.#counter)
    const site = createHash('sha256').update(new URL(this.#origin).hostname).digest()
    return Buffer.concat([site, Buffer.from([this.#flags | flags]), counter])
  }

  #clientData(type: string, challenge: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }
}

/** Encodes a public key as a COSE map: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
function coseKey(key: KeyObject) {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

function cborText(text: string) {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

function cborBytes(bytes: Buffer) {
  return bytes.length < 256
    ? Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
    : Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes])
}

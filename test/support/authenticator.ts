import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** The parts of an answer that a test replaces. */
export interface Lie {
  readonly origin?: string
  readonly rpId?: string
  readonly verifiesUser?: boolean
  readonly type?: string
  /** Members that are added to what the browser says. */
  readonly clientData?: object
  /** The format and the statement of an attestation. */
  readonly attestation?: readonly [string, Map<string, unknown>]
}

/** A passkey in software: it answers as a browser does for a device that is at hand. */
export class Authenticator {
  readonly id = randomBytes(16)
  readonly #origin: string
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #signatures = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The answer to the options of adding a passkey. */
  create(options: { readonly challenge: string }, lie: Lie = {}) {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const coordinates = [x, y].map((each) => new Uint8Array(Buffer.from(each, 'base64url')))
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinates[0] ?? new Uint8Array()],
      [-3, coordinates[1] ?? new Uint8Array()],
    ])
    const length = Buffer.from([0, this.id.length])
    const credential = [Buffer.alloc(16), length, this.id, isoCBOR.encode(cose)]
    const authData = new Uint8Array(Buffer.concat([this.#head(lie, HAS_CREDENTIAL), ...credential]))
    const [fmt, attStmt] = lie.attestation ?? ['none', new Map()]
    const attestation = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', authData],
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options, lie),
      // The type of the encoder names the CBOR types one by one.
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    })
  }

  /** The answer to the options of signing in. */
  sign(options: { readonly challenge: string }, lie: Lie = {}) {
    const clientDataJSON = this.#clientData('webauthn.get', options, lie)
    const head = this.#head(lie, 0)
    const signed = Buffer.concat([head, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(head),
      signature: base64url(sign('sha256', signed, this.#key.privateKey)),
    })
  }

  #clientData(type: string, { challenge }: { readonly challenge: string }, lie: Lie): string {
    const origin = lie.origin ?? this.#origin
    const said = { type: lie.type ?? type, challenge, origin, ...lie.clientData }
    return base64url(JSON.stringify(said))
  }

  #head({ rpId, verifiesUser = true }: Lie, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.#signatures)
    const bits = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0) | flags
    return Buffer.concat([
      sha256(rpId ?? new URL(this.#origin).hostname),
      Buffer.from([bits]),
      counter,
    ])
  }

  #answer<Response>(response: Response) {
    const id = base64url(this.id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}

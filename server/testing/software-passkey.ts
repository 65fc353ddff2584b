import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const flagsOf = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

/** What a dishonest page, browser or authenticator changes. */
interface Tricks {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Whether the person was verified, by a finger or a PIN. */
  verified?: boolean
  counter?: number
  userHandle?: string | null
}

interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

/**
 * An authenticator with one passkey (WebAuthn level 3, ES256), without a browser. Its counter goes up
 * with each use, unless it does not count.
 */
export class SoftwarePasskey {
  readonly id = randomBytes(32)
  userHandle = ''
  counter = 0
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  constructor(
    private readonly origin: string,
    private readonly counts = true,
    private readonly synced = false,
  ) {}

  /** What a browser sends after `navigator.credentials.create()`. */
  create({ challenge, rp, user }: CreationOptions, tricks: Tricks = {}) {
    this.userHandle = user.id
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, isoCBOR.encode(cose)])
    const authData = Buffer.concat([this.authenticatorData(rp.id, flagsOf.attested, tricks), attested])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.names(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge, tricks).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** What a browser sends after `navigator.credentials.get()`. */
  use({ challenge, rpId }: { challenge: string; rpId: string }, tricks: Tricks = {}) {
    if (this.counts) this.counter += 1
    const authData = this.authenticatorData(rpId, 0, tricks)
    const clientData = this.clientData('webauthn.get', challenge, tricks)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.keys.privateKey)
    const userHandle = tricks.userHandle === undefined ? this.userHandle : tricks.userHandle
    return {
      ...this.names(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      },
    }
  }

  private names() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  private authenticatorData(rpId: string, more: number, { verified = true, counter = this.counter, rpId: other }: Tricks): Buffer {
    const flags = flagsOf.present | (verified ? flagsOf.verified : 0) | (this.synced ? flagsOf.backupEligible | flagsOf.backedUp : 0) | more
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(other ?? rpId), Buffer.from([flags]), count])
  }

  private clientData(type: string, challenge: string, tricks: Tricks): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false, ...pick(tricks) }))
  }
}

const pick = ({ type, challenge, origin }: Tricks) => ({
  ...(type && { type }),
  ...(challenge && { challenge }),
  ...(origin && { origin }),
})

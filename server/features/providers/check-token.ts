import { errors, jwtVerify, type JWTVerifyOptions, type JWTVerifyResult } from 'jose'
import type { Scope } from '../../platform/scope.ts'
import { toleratedSeconds, type ConnectedProvider } from './open-connection.ts'

/** Signatures with the provider's own keys. A shared secret or none proves nothing to a third party. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

interface Verification {
  clientId: string
  issuer: string
  /** An unknown key has the keys read again at once; otherwise as often as the cooldown allows. */
  reload: boolean
  options?: JWTVerifyOptions
}

/**
 * Verifies a token's signature, issuer, audience and times; rejects where one is wrong. Keys that the
 * provider has changed are read again.
 */
export async function verifyToken(
  { keys }: Pick<ConnectedProvider, 'keys'>,
  { now }: Scope,
  token: string,
  { clientId, issuer, reload, options }: Verification,
): Promise<JWTVerifyResult> {
  const checks = { issuer, audience: clientId, algorithms, currentDate: now, clockTolerance: toleratedSeconds, ...options }
  try {
    return await jwtVerify(token, keys, checks)
  } catch (error) {
    const outdated = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed
    if (!reload || !outdated) throw error
    await keys.reload()
    return jwtVerify(token, keys, checks)
  }
}

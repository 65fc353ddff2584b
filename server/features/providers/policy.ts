import { EmailInput } from '#contract/people.ts'
import type { RoleMapping } from '#contract/providers.ts'
import { parsePhone } from '#domain/people/phone.ts'

/** The claims of one document: an ID token, or the answer of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>

/** What a provider proved about a person. */
export interface ProvenIdentity {
  name: string | null
  /** In lower case; null where the provider did not confirm it. */
  email: string | null
  /** E.164. */
  phone: string | null
}

interface Proofs {
  email_proof: string
  phone_proof: string
}

/** A claim by its name, or by a path with dots where no claim has the whole name. */
export function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

/**
 * The ids of the roles that a mapping gives: a claim equals the value, or is a list that contains it. Null: unknown,
 * because a claim of the mapping is kept elsewhere, as Entra ID does with more than 200 groups.
 */
export function mapRoles(documents: readonly Claims[], mapping: readonly RoleMapping[]): string[] | null {
  if (mapping.some(({ claim }) => isKeptElsewhere(documents, claim))) return null
  const matches = ({ claim, value }: RoleMapping) =>
    documents.some(claims => [readClaim(claims, claim)].flat().some(one => isText(one) && String(one) === value))
  return [...new Set(mapping.filter(matches).map(({ role_id }) => role_id))]
}

/** Whether a claim is only named, with its source (OpenID Connect Core §5.6.2), and in none of the documents. */
function isKeptElsewhere(documents: readonly Claims[], claim: string): boolean {
  if (documents.some(claims => readClaim(claims, claim) !== undefined)) return false
  const names = [claim, claim.split('.')[0] ?? '']
  return documents.some(
    ({ _claim_names: kept }) => typeof kept === 'object' && kept !== null && names.some(name => Object.hasOwn(kept, name)),
  )
}

/**
 * Name, e-mail and phone of a person. An address counts only with its proof from the same document: a
 * second document must not confirm what it does not contain.
 */
export function readIdentityClaims(documents: readonly Claims[], { email_proof, phone_proof }: Proofs): ProvenIdentity {
  const proven = (name: string, proof: string) =>
    proof === '' ? undefined : documents.find(claims => typeof claims[name] === 'string' && isTrue(readClaim(claims, proof)))?.[name]
  const phone = readPhoneClaim(asLabel(proven('phone_number', phone_proof)))
  const name = documents.map(claims => asLabel(claims['name']) ?? joinNames(claims)).find(Boolean)
  return {
    name: name?.slice(0, 120) ?? null,
    // As for an address that is typed: no other letter may fold into one of another person's address.
    email: EmailInput.safeParse(proven('email', email_proof)).data ?? null,
    phone,
  }
}

/** E.164, as OpenID Connect Core §5.1 asks for. A number without its country could be another person's. */
function readPhoneClaim(claim: string | null): string | null {
  if (!claim?.startsWith('+')) return null
  // A number with `+` is read without the country.
  const phone = parsePhone(claim, 'GB')
  return 'e164' in phone ? phone.e164 : null
}

const joinNames = (claims: Claims): string | null =>
  [asLabel(claims['given_name']), asLabel(claims['family_name'])].filter(Boolean).join(' ') || null

const isText = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** Providers write a proof as a boolean, a text or 1. */
const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

/** One line of text that the database can keep, or null. */
function asLabel(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const line = value.replaceAll(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ').trim()
  return line === '' ? null : line
}

/** Whether a subject or session name can be kept: 1 to 255 characters of ASCII (OpenID Connect Core §2). */
export const isIdentifier = (value: unknown): value is string => typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value)

/** Claims as lines for a preview, without those of the protocol itself. */
export function listClaims(documents: readonly Claims[]): { name: string; value: string }[] {
  const lines = new Map<string, string>()
  for (const claims of documents.toReversed())
    for (const [name, value] of Object.entries(claims)) if (!protocolClaims.has(name)) lines.set(name, write(value).slice(0, 1000))
  return [...lines].map(([name, value]) => ({ name, value })).toSorted((a, b) => a.name.localeCompare(b.name))
}

const write = (value: unknown): string => (isText(value) ? String(value) : JSON.stringify(value))

const protocolClaims = new Set([
  'iss',
  'aud',
  'exp',
  'iat',
  'nbf',
  'nonce',
  'at_hash',
  'c_hash',
  's_hash',
  'azp',
  'jti',
  'auth_time',
  'rat',
])

import { createHash } from 'node:crypto'

const seed = 'larkfield'
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const digest = (kind: string, name: string) => createHash('sha256').update(`${seed} ${kind} ${name}`).digest()

/**
 * A stable id: a UUIDv7 of the creation time (milliseconds), with bits from a seed instead of random
 * ones.
 */
export function demoId(kind: string, name: string, at: number): string {
  const bytes = digest(kind, name).subarray(0, 16)
  bytes.writeUIntBE(at, 0, 6)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** An appointment's reference: 8 characters of Crockford's base 32. */
export function demoReference(name: string): string {
  return [...digest('reference', name).subarray(0, 8)].map(byte => crockford[byte & 31]).join('')
}

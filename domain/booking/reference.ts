/**
 * An appointment's reference as it is kept: 8 characters of Crockford's base 32 (no I, L, O, U).
 * Reads what people type or hear: small letters, O for 0, I or L for 1, spaces and dashes anywhere. Null when it cannot be one.
 */
export function parseReference(text: string): string | null {
  const typed = text.replace(/[\s\p{Cf}\p{Pd}\u2212]/gu, '')
  if (!/^[0-9A-Za-z]{8}$/.test(typed)) return null
  const reference = typed.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return reference.includes('U') ? null : reference
}

/** A kept reference in two groups, to be read out: `ABCD-EFGH`. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, 4)}-${reference.slice(4)}`
}

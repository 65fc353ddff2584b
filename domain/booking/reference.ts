/**
 * Parses an appointment's reference: 8 characters of Crockford's base 32 (no I, L, O, U). Accepts lower
 * case, O for 0, I or L for 1, spaces and dashes. Null if the text is no reference.
 */
export function parseReference(text: string): string | null {
  const typed = text.replace(/[\s\p{Cf}\p{Pd}\u2212]/gu, '')
  if (!/^[0-9A-Za-z]{8}$/.test(typed)) return null
  const reference = typed.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return reference.includes('U') ? null : reference
}

/** Formats a reference in two groups for reading aloud: `ABCD-EFGH`. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, 4)}-${reference.slice(4)}`
}

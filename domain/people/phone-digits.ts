/**
 * The digits to search for in stored numbers (E.164): as typed, and without the zeros dialled before a
 * national or an international number. Fewer than three digits match nothing, because they occur in every
 * number; nor does a text with letters, which is a name or a reference.
 */
export function phoneDigits(typed: string): string[] {
  if (/\p{L}/u.test(typed)) return []
  const digits = typed.replaceAll(/\(0\)|\D/g, '')
  return [...new Set([digits, digits.replace(/^0+/, '')])].filter(text => text.length >= minDigits)
}

const minDigits = 3

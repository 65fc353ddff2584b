/**
 * The digits to search for in stored numbers (E.164): as typed, and without the zeros dialled before a
 * national or an international number. Fewer than three digits match nothing, because they occur in every
 * number; nor does a text with letters, which is a name or a reference.
 */
export function phoneDigits(typed: string): string[] {
  if (/\p{L}/u.test(typed)) return []
  const digits = dialledDigits(typed)
  return [...new Set([digits, digits.replace(/^0+/, '')])].filter(text => text.length >= minDigits)
}

/** The digits of a typed number, without the "(0)" of "+44 (0)7700": it is not dialled after a country code. */
export const dialledDigits = (typed: string): string => typed.replaceAll(/\(0\)|\D/g, '')

const minDigits = 3

/**
 * The digits to search for in stored numbers (E.164): as typed, and without the zeros dialled before a
 * national or an international number. Fewer than three digits match nothing, because they occur in every
 * number.
 */
export function phoneDigits(typed: string): string[] {
  const digits = typed.replaceAll(/\(0\)|\D/g, '')
  return [...new Set([digits, digits.replace(/^0+/, '')])].filter(text => text.length >= fewest)
}

const fewest = 3

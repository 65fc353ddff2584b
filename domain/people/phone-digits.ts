/**
 * What typed digits can match inside kept numbers (E.164): as they are, and without the zeros that people dial before a national or an international
 * number. Fewer than three digits match nothing: they are in every number.
 */
export function phoneDigits(typed: string): string[] {
  const digits = typed.replaceAll(/\(0\)|\D/g, '')
  return [...new Set([digits, digits.replace(/^0+/, '')])].filter(text => text.length >= fewest)
}

const fewest = 3

/** The characters of GSM 03.38 that take one septet. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Those that take two septets: an escape and a character of the extension table. */
const extended = new Set('\f^{}\\[~]|€')

/** The size of a text message. */
export interface Segments {
  /** UCS-2 if one character is outside the GSM alphabet. Fewer than half as many characters then fit. */
  encoding: 'GSM-7' | 'UCS-2'
  count: number
}

/**
 * Counts the segments of a text message: 160 septets of GSM-7 or 70 units of UCS-2 in one segment, 153 or
 * 67 in each of several. A character that takes two places (an escape, a surrogate pair) is not split.
 */
export function countSegments(text: string): Segments {
  const signs = [...text]
  const isGsm = signs.every(sign => basic.has(sign) || extended.has(sign))
  const [alone, each] = isGsm ? [160, 153] : [70, 67]
  const widths = signs.map(sign => (isGsm ? (extended.has(sign) ? 2 : 1) : sign.length))
  const encoding = isGsm ? 'GSM-7' : 'UCS-2'
  if (widths.reduce((sum, width) => sum + width, 0) <= alone) return { encoding, count: 1 }
  let [count, used] = [1, 0]
  for (const width of widths) {
    if (used + width > each) [count, used] = [count + 1, 0]
    used += width
  }
  return { encoding, count }
}

/** Plain replacements of typographic characters, one of which would double the cost of a text message. */
const plain: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
}

/** Replaces typographic characters and shortens the text to at most `most` segments. */
export function fitTextMessage(text: string, most = 6): string {
  const signs = [...Array.from(text, sign => plain[sign] ?? sign).join('')]
  if (countSegments(signs.join('')).count <= most) return signs.join('')
  // Stryker disable next-line MethodExpression: one sign at a time only takes longer
  while (countSegments(`${signs.join('')}...`).count > most) signs.splice(-Math.max(1, Math.floor(signs.length / 50)))
  return `${signs.join('')}...`
}

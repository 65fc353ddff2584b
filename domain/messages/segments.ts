/** The signs of GSM 03.38 that take one place of seven bits each. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Those that take two: an escape and one of the second table. */
const extended = new Set('\f^{}\\[~]|€')

/** What a text message costs. */
export interface Segments {
  /** UCS-2 as soon as one sign is not of GSM's alphabet: less than half as many then fit. */
  encoding: 'GSM-7' | 'UCS-2'
  count: number
}

/**
 * Into how many text messages a text is cut on its way: 160 places of GSM-7 or 70 of UCS-2 in one, 153 or 67 in each of several. No sign that takes two places (an escape, a surrogate pair)
 * is cut in two: it goes over whole into the next.
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

/** What typesetting puts where a keyboard has a plain sign: one of them would make a text message cost twice as much. */
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

/** The text with plain signs for typographic ones, cut short where it would be more than so many messages. */
export function toTextMessage(text: string, most = 6): string {
  const signs = [...text.replaceAll(/[’‘“”–—‑…\u00a0\u202f]/g, sign => plain[sign] ?? sign)]
  if (countSegments(signs.join('')).count <= most) return signs.join('')
  while (countSegments(`${signs.join('')}...`).count > most) signs.splice(-Math.max(1, Math.floor(signs.length / 50)))
  return `${signs.join('')}...`
}

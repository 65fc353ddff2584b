interface Part {
  text: string
  href?: string
}

const pressable = /[^\s@(),;]+@[^\s@(),;]+\.[a-z]{2,}|\+?\d[\d ]{7,}\d/giu

/** What an organisation says about how to reach it, cut where a phone number or an e-mail address stands. */
export function contactParts(contact: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: text, index } of contact.matchAll(pressable)) {
    if (index > end) parts.push({ text: contact.slice(end, index) })
    parts.push({ text, href: text.includes('@') ? `mailto:${text}` : `tel:${text.replaceAll(' ', '')}` })
    end = index + text.length
  }
  if (end < contact.length) parts.push({ text: contact.slice(end) })
  return parts
}

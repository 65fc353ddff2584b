/** The facts that decide the contact for security reports. */
interface Facts {
  /** `OPENHOUR_SECURITY_CONTACT` as a URI. */
  contact: string | undefined
  origin: string | undefined
  /** The organisation's contact text. */
  siteContact: string
}

/** RFC 9116 requires less than a year. The file is computed, so it never expires. */
const validDays = 180
const dayMs = 86_400_000

/** `/.well-known/security.txt` (RFC 9116); null if no contact is known. */
export function writeSecurityTxt(facts: Facts, now: Date): string | null {
  const contact = contactOf(facts)
  if (contact === null) return null
  const expires = new Date(Math.floor(now.getTime() / dayMs) * dayMs + validDays * dayMs)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    ...(facts.origin ? [`Canonical: ${facts.origin}/.well-known/security.txt`] : []),
  ]
  return lines.map(line => `${line}\n`).join('')
}

/** The setting, else the e-mail address in the organisation's contact, else the about page. */
function contactOf({ contact, origin, siteContact }: Facts): string | null {
  if (contact) return contact
  const [email] = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(siteContact) ?? []
  if (email) return `mailto:${email}`
  return origin ? `${origin}/about` : null
}

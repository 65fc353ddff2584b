/** What decides where a finder of a weakness is sent. */
interface Facts {
  /** `OPENHOUR_SECURITY_CONTACT` as an address with its scheme. */
  contact: string | undefined
  origin: string | undefined
  /** The organisation's own words for how it is reached. */
  siteContact: string
}

/** RFC 9116 asks for less than a year; after this many days the file counts as stale. It is computed, so it never is. */
const validDays = 180
const day = 86_400_000

/** `/.well-known/security.txt` (RFC 9116), or null where no contact is known. */
export function writeSecurityTxt(facts: Facts, now: Date): string | null {
  const contact = contactOf(facts)
  if (contact === null) return null
  const expires = new Date(Math.floor(now.getTime() / day) * day + validDays * day)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    ...(facts.origin ? [`Canonical: ${facts.origin}/.well-known/security.txt`] : []),
  ]
  return lines.map(line => `${line}\n`).join('')
}

/** The setting; or the e-mail address of the organisation's contact; or the page that says who it is. */
function contactOf({ contact, origin, siteContact }: Facts): string | null {
  if (contact) return contact
  const [email] = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(siteContact) ?? []
  if (email) return `mailto:${email}`
  return origin ? `${origin}/about` : null
}

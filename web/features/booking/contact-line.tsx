import { t } from '../../lib/messages.ts'

/** How to reach the organisation; nothing where it says nothing. */
export function ContactLine({ contact }: { contact: string | undefined }) {
  if (!contact) return null
  const href = hrefOf(contact)
  return (
    <span>
      {t('booking.contact')} {href ? <a href={href}>{contact}</a> : contact}
    </span>
  )
}

function hrefOf(contact: string): string | null {
  if (/^\S+@\S+\.\S+$/.test(contact)) return `mailto:${contact}`
  if (/^https?:\/\/\S+$/.test(contact)) return contact
  return /^\+?[\d\s()-]{6,}$/.test(contact) ? `tel:${contact.replace(/[^\d+]/g, '')}` : null
}

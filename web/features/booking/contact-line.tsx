import { Fragment } from 'react'

/** The organisation's contact text with phone numbers and e-mail addresses as links; nothing if it is empty. */
export const ContactLine = ({ contact }: { contact: string | undefined }) =>
  contact ? (
    <span>
      {contactParts(contact).map((part, index) => (
        <Fragment key={index}>{part.href ? <a href={part.href}>{part.text}</a> : part.text}</Fragment>
      ))}
      {/[.!?]$/.test(contact) ? '' : '.'}
    </span>
  ) : null

interface Part {
  text: string
  href?: string
}

const contactPattern = /[^\s@(),;]+@[^\s@(),;]+\.[a-z]{2,}|\+?\d[\d ]{7,}\d/giu

/** Splits the contact text at phone numbers and e-mail addresses. */
export function contactParts(contact: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: text, index } of contact.matchAll(contactPattern)) {
    if (index > end) parts.push({ text: contact.slice(end, index) })
    parts.push({ text, href: text.includes('@') ? `mailto:${text}` : `tel:${text.replaceAll(' ', '')}` })
    end = index + text.length
  }
  if (end < contact.length) parts.push({ text: contact.slice(end) })
  return parts
}

import { Fragment } from 'react'
import { contactParts } from './contact-parts.ts'

/** How to reach the organisation, in its own words, numbers and addresses pressable; nothing where it says nothing. */
export const ContactLine = ({ contact }: { contact: string | undefined }) =>
  contact ? (
    <span>
      {contactParts(contact).map((part, index) => (
        <Fragment key={index}>{part.href ? <a href={part.href}>{part.text}</a> : part.text}</Fragment>
      ))}
      {/[.!?]$/.test(contact) ? '' : '.'}
    </span>
  ) : null

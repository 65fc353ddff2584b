import { toTextMessage } from '#domain/messages/segments.ts'
import { frame, invitationLetter } from './en.ts'
import { fill } from './fill-template.ts'
import { renderHtml, renderText } from './render-letter.ts'
import type { Letter, Sender } from './write-letter.ts'

interface Invited {
  /** The invited person. */
  name: string
  inviter: string
  /** The last local date and time on which the link is valid. */
  until: string
}

/** Writes an invitation. Its link contains the token in the fragment, which browsers send to no server. */
export function writeInvitation(
  { name, inviter, until }: Invited,
  link: string,
  { name: site, contact }: Pick<Sender, 'name' | 'contact'>,
): Pick<Letter, 'subject' | 'text' | 'html' | 'sms'> {
  const values = { site, name, inviter, until, contact }
  const sheet = {
    subject: fill(invitationLetter.subject, values),
    greeting: frame.greeting,
    lead: invitationLetter.lead,
    facts: [],
    link: { label: invitationLetter.link, url: link },
    foot: [frame.senderWithoutTime, ...(contact ? ['{contact}'] : [])],
    values,
  }
  return {
    subject: sheet.subject,
    text: renderText(sheet),
    html: renderHtml(sheet),
    sms: `${toTextMessage(fill(invitationLetter.sms, values))} ${link}`,
  }
}

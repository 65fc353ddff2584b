import { fitTextMessage } from '#domain/messages/segments.ts'
import { commonTexts, invitationLetter } from './en.ts'
import { fillTemplate } from './fill-template.ts'
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
  { name: site, contact, style }: Pick<Sender, 'name' | 'contact' | 'style'>,
): Pick<Letter, 'subject' | 'text' | 'html' | 'sms'> {
  const values = { site, name, inviter, until, contact }
  const sheet = {
    subject: fillTemplate(invitationLetter.subject, values),
    greeting: commonTexts.greeting,
    lead: invitationLetter.lead,
    facts: [],
    link: { label: invitationLetter.link, url: link },
    foot: [commonTexts.senderWithoutTime, ...(contact ? ['{contact}'] : [])],
    values,
    style,
  }
  return {
    subject: sheet.subject,
    text: renderText(sheet),
    html: renderHtml(sheet),
    sms: `${fitTextMessage(fillTemplate(invitationLetter.sms, values))} ${link}`,
  }
}

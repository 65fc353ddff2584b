import type { Language } from '#contract/languages.ts'
import { fitTextMessage } from '#domain/messages/segments.ts'
import { fillTemplate, putLinkAfter } from './fill-template.ts'
import { letterText, paragraphsOf } from './read-letter-texts.ts'
import { renderHtml, renderText } from './render-letter.ts'
import { writeFoot, type FootSender } from './write-foot.ts'
import type { Letter, Sender } from './write-letter.ts'

interface Invited {
  /** The invited person. */
  name: string
  inviter: string
  /** The last local date and time on which the link is valid. */
  until: string
}

/** Writes the letter of an invitation. Its link contains the token in the fragment, which browsers send to no server. */
export function writeInvitation(
  { name, inviter, until }: Invited,
  link: string,
  sender: FootSender & Pick<Sender, 'name' | 'style'>,
  language: Language,
): Pick<Letter, 'subject' | 'text' | 'html' | 'sms'> {
  const { name: site, contact, style } = sender
  const values = { site, name, inviter, until, contact }
  const parts = {
    language,
    subject: fillTemplate(letterText(language, 'invitation.subject'), values, language),
    greeting: letterText(language, 'common.greeting'),
    lead: paragraphsOf(letterText(language, 'invitation.body')),
    facts: [],
    link: { label: letterText(language, 'invitation.link'), url: link },
    foot: writeFoot(sender, language),
    values,
    style,
  }
  return {
    subject: parts.subject,
    text: renderText(parts),
    html: renderHtml(parts),
    sms: putLinkAfter(fitTextMessage(fillTemplate(letterText(language, 'invitation.sms'), values, language)), link, language),
  }
}

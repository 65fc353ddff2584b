import type { Language } from '#contract/languages.ts'
import { fitTextMessage } from '#domain/messages/segments.ts'
import { fillTemplate } from './fill-template.ts'
import { letterText, paragraphsOf } from './read-letter-texts.ts'
import { renderHtml, renderText } from './render-letter.ts'
import { writeFoot, type FootSender } from './write-foot.ts'
import type { Letter, Sender } from './write-letter.ts'

/** What a letter with a code says of the organisation. */
export type CodeSender = FootSender & Pick<Sender, 'name' | 'style' | 'logo'>

/** Writes the letter with a one-time code. The subject, which locked screens show, does not contain it. */
export function writeCode(
  code: string,
  sender: CodeSender,
  language: Language,
  readOut = false,
): Pick<Letter, 'subject' | 'text' | 'html' | 'sms'> {
  const { name, contact, origin, style } = sender
  const values = { site: name, code, contact }
  const parts = {
    language,
    subject: fillTemplate(letterText(language, 'code.subject'), values, language),
    greeting: letterText(language, 'common.greetingWithoutName'),
    lead: paragraphsOf(letterText(language, 'code.body')),
    facts: [],
    link: null,
    foot: writeFoot(sender, language),
    values,
    style,
  }
  const sms = fitTextMessage(fillTemplate(letterText(language, readOut ? 'code.readOutSms' : 'code.sms'), values, language))
  return {
    subject: parts.subject,
    text: renderText(parts),
    html: renderHtml(parts),
    // The last line binds the code to our domain, so that phones autofill it on our pages only.
    sms: origin?.startsWith('https://') ? `${sms}\n\n@${new URL(origin).host} #${code}` : sms,
  }
}

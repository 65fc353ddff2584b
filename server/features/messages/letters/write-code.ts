import { fitTextMessage } from '#domain/messages/segments.ts'
import { codeLetter, codeText, commonTexts, readOutCodeText } from './en.ts'
import { fillTemplate } from './fill-template.ts'
import { renderHtml, renderText } from './render-letter.ts'
import type { Letter, Sender } from './write-letter.ts'

export type CodeSender = Pick<Sender, 'name' | 'contact' | 'origin' | 'style' | 'logo'>

/** Writes the message with a one-time code. The subject, which locked screens show, does not contain it. */
export function writeCode(
  code: string,
  { name, contact, origin, style }: CodeSender,
  readOut = false,
): Pick<Letter, 'subject' | 'text' | 'html' | 'sms'> {
  const values = { site: name, code, contact }
  const sheet = {
    subject: fillTemplate(codeLetter.subject, values),
    greeting: codeLetter.greeting,
    lead: codeLetter.lead,
    facts: [],
    link: null,
    foot: [commonTexts.senderWithoutTime, ...(contact ? ['{contact}'] : [])],
    values,
    style,
  }
  const sms = fitTextMessage(fillTemplate(readOut ? readOutCodeText : codeText, values))
  return {
    subject: sheet.subject,
    text: renderText(sheet),
    html: renderHtml(sheet),
    // The last line binds the code to our domain, so that phones autofill it on our pages only.
    sms: origin?.startsWith('https://') ? `${sms}\n\n@${new URL(origin).host} #${code}` : sms,
  }
}

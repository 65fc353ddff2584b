import { letterText } from './read-letter-texts.ts'
import type { LetterParts } from './render-letter.ts'
import type { Sender } from './write-letter.ts'

/** What the end of a letter says of the organisation. */
export type FootSender = Pick<Sender, 'contact' | 'origin' | 'language' | 'signature' | 'legal'>

/** The legal texts that every e-mail links to. */
const linked = ['imprint', 'privacy'] as const

/** The end of every e-mail: a sentence about its sender, the contact, the signature, and links to legal texts in force. */
export function writeFoot(
  { contact, origin, language: own, signature, legal }: FootSender,
  language: LetterParts['language'],
  sentence: 'common.sender' | 'common.senderWithoutTime' = 'common.senderWithoutTime',
): LetterParts['foot'] {
  const keys = origin === null ? [] : linked.filter(key => legal.includes(key))
  return {
    lines: [letterText(language, sentence), ...(contact ? ['{contact}'] : [])],
    signature: { language: own, lines: signature === '' ? [] : signature.split('\n') },
    links: keys.map(key => ({ label: letterText(language, `common.${key}`), url: `${origin}/${key}` })),
  }
}

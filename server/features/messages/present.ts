import type { Message, MessageText } from '#contract/messages.ts'
import type { Language } from '#contract/languages.ts'
import { sentenceOf } from '../../platform/refusal.ts'

/** The code of the refusal to resend a message. */
export type UnsentCode = 'not_resendable' | 'message_under_way'
/** A message of the list; `unsent`: why it cannot be sent again. */
export type MessageRow = Omit<Message, 'can'> & { unsent: UnsentCode | null }
/** A message with its text as it was sent. */
export type TextRow = MessageRow & Pick<MessageText, 'text' | 'language'>

/** A message, with whether it can be sent again; `unsent`: why not. */
export const presentMessage = ({ unsent, ...message }: MessageRow, language: Language): Message => ({
  ...message,
  can: { resend: unsent === null ? true : { code: unsent, message: sentenceOf(unsent, language) } },
})

/** A message with its text and the language in which it was written. */
export const presentText = ({ text, language: written, ...row }: TextRow, language: Language): MessageText => ({
  ...presentMessage(row, language),
  text,
  language: written,
})

import type { Message, MessageText } from '#contract/messages.ts'
import { refusals } from '#contract/refusals.ts'

/** The code of the refusal to resend a message. */
export type UnsentCode = 'not_resendable' | 'message_under_way'
export type MessageRow = Omit<Message, 'can'> & { unsent: UnsentCode | null }
export type TextRow = MessageRow & Pick<MessageText, 'text'>

export const presentMessage = ({ unsent, ...message }: MessageRow): Message => ({
  ...message,
  can: { resend: unsent === null ? true : { code: unsent, message: refusals[unsent].message } },
})

export const presentText = ({ text, ...row }: TextRow): MessageText => ({ ...presentMessage(row), text })

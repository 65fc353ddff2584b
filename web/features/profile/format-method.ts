import type { Session } from '#contract/profile.ts'
import { t, type MessageId } from '../../lib/messages.ts'

const words: Record<NonNullable<Session['method']>, MessageId> = {
  code: 'loginMethod.code',
  password: 'loginMethod.password',
  passkey: 'loginMethod.passkey',
  provider: 'loginMethod.provider',
  invitation: 'loginMethod.invitation',
  setup: 'loginMethod.setup',
}

/** How a session began: "with a passkey". Unknown for sessions from before this was recorded. */
export const formatMethod = (method: Session['method']): string => (method ? t(words[method]) : '')

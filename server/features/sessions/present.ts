import type { Call } from '#contract/call.ts'
import type { Login } from '#contract/people.ts'
import { setCookie } from '../../platform/http/browser-cookie.ts'
import { keepOnDevice } from '../../platform/http/content-language.ts'
import type { CallInput } from '../../platform/http/call-route.ts'
import { languageOf } from '../../platform/language.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OpenedSession } from './commands.ts'

/** Sends the token in the body, and a browser's cookie as HttpOnly, out of reach of scripts. */
export function deliverLogin<Refused extends Refusal = never>(
  opened: OpenedSession | Refused,
  { platform, http }: Pick<CallInput<Call>, 'platform' | 'http'>,
): Login | Refused {
  if (opened instanceof Refusal) return opened
  if (opened.cookie !== null) {
    setCookie(http.reply, platform.settings, opened.cookie)
    keepOnDevice(http, languageOf(opened.login.user.locale))
  }
  return opened.login
}

import { t } from '../lib/messages.ts'
import { nameColour } from './colour-name.ts'
import { SupportTypeMark } from './support-type-mark.tsx'

/** An answer to a feedback question, in words: "4 stars", a colour's name. */
export function AnswerText({ widget, value }: { widget: string; value: string }) {
  if (widget === 'star') return t('user.stars', { count: Number(value) })
  return widget === 'colour' && /^#[\da-f]{6}$/i.test(value) ? <SupportTypeMark name={nameColour(value)} colour={value} /> : value
}

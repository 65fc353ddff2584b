import { addDays, isLocalDate } from '#domain/time/local-date.ts'
import { type Refusal, refuseField } from './refusal.ts'

/** 422 for dates outside the supported years, and for a span that is empty or too long. */
export function refuseSpan({ from, to }: { from: string; to: string }, maxDays: number): Refusal | null {
  for (const [field, date] of Object.entries({ from, to })) if (!isLocalDate(date)) return refuseField(field, 'field.mustBeADateInThe')
  return to >= from && to < addDays(from, maxDays) ? null : refuseField('to', ['field.mustBeWithinDaysFromThe', { days: maxDays }])
}

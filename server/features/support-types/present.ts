import type { Selectable } from 'kysely'
import type { SupportType } from '#contract/support-types.ts'
import type { Database } from '#database/types.ts'

export type SupportTypeRow = Selectable<Database['support_types']>

/** A support type as the API shows it. */
export function presentSupportType(row: Omit<SupportTypeRow, 'position' | 'confidential'>): SupportType {
  const { id, name, description, colour, slot_minutes, interpreted_minutes, price_amount, price_currency, needs_approval } = row
  const { active, revision } = row
  const price = { amount: price_amount, currency: price_currency }
  return { id, name, description, colour, slot_minutes, interpreted_minutes, price, needs_approval, active, revision }
}

import type { Person } from '#contract/people.ts'
import type { useForm } from '../../lib/form.ts'
import type { SlotChoice } from '../appointments/slot-choice.ts'

export interface BookForValues extends Record<string, unknown> {
  person: Person | null
  /** The client has no record yet. */
  isNew: boolean
  'new_client.name': string
  'new_client.phone': string
  slot: SlotChoice
  questions: string[]
  accepted: string[]
}

/** What `useForm` returns for the booking form. */
export type BookForFormState = ReturnType<typeof useForm<BookForValues>>

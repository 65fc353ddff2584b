import type { AcceptedText } from '#contract/contracts.ts'
import type { useForm } from '../../lib/form.ts'
import type { Interpreting } from '../people/interpreter-field.tsx'

/** Values of the form in which staff book for a client. Names match the API's fields, so that the server's errors find them. */
export interface BookForValues extends Record<string, unknown> {
  /** Only for its error: the client is in the address. */
  person: null
  /** The client has no record yet. */
  isNew: boolean
  'new_client.name': string
  'new_client.phone': string
  questions: string[]
  accepted: AcceptedText[]
  /** Null: as the client's record says. */
  interpreting: Interpreting | null
}

/** What `useForm` returns for the booking form. */
export type BookForFormState = ReturnType<typeof useForm<BookForValues>>

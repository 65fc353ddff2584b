import type { Status } from './model.ts'

/** A time to be in: with no mentor, any who is free. */
export interface Where {
  schedule_id: string
  starts_at: string
  mentor_id: string | null
}

/** A client's request. `revision`: the appointment's revision that the client last saw. */
export type Command =
  | { do: 'book'; client: string; where: Where; staff: boolean; key: string | null }
  | { do: 'move'; id: string; where: Where; staff: boolean; revision: number | null }
  | { do: 'cancel'; id: string; revision: number | null }
  | { do: 'status'; id: string; to: Status; mentor: boolean; revision: number | null }
  | { do: 'read'; id: string }
  | { do: 'join'; client: string }
  | { do: 'look'; id: string }
  | { do: 'leave'; id: string }
  | { do: 'decline'; id: string }
  | { do: 'accept'; id: string }

/** An appointment as an answer shows it. */
export interface SeenAppointment {
  id: string
  client: string
  status: Status
  slot: string
  revision: number
}

/** An entry of the waiting list as an answer shows it. */
export interface SeenEntry {
  id: string
  state: string
  offer: string | null
}

/** An operation with its answer, and from when to when it was under way, in milliseconds of one clock. */
export interface Operation {
  /** Its number in the plan; a request that was sent twice at once is two operations of one number. */
  number: number
  command: Command
  /** Who asked. */
  who: string
  from: number
  to: number
  status: number
  code: string
  appointment: SeenAppointment | null
  entry: SeenEntry | null
}

/** A time by what every answer says of it. */
export const slotOf = (mentor_id: string, starts_at: string): string => `${mentor_id} ${new Date(starts_at).toISOString()}`

/**
 * What is done says in its reason by which operation, where it takes one, so that the log can be compared with it.
 */
export const reasonOf = (number: number): string => `operation ${number}`

export const succeeded = ({ status }: Operation): boolean => status >= 200 && status < 300

/** One line about an operation. */
export function describe({ number, command, who, from, to, status, code, appointment, entry }: Operation): string {
  const { do: what, ...rest } = command
  const words = (value: object) =>
    Object.entries(value).flatMap(([name, one]): string[] => {
      if (one === null || name === 'client' || name === 'key') return []
      return typeof one === 'object' ? words(one as object) : [`${name} ${String(one)}`]
    })
  const seen = appointment ?? entry
  const line = [`#${number} ${what} by ${who}`, ...words(rest), `→ ${status} ${code}`, ...(seen ? words(seen) : [])].join(', ')
  return `${line} (${from.toFixed(1)} to ${to.toFixed(1)} ms)`.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{6}/g, '…')
}

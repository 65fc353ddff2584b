/** A mentor's time, as the drill planned it. */
export interface Time {
  /** `MENTOR STARTS`: no mentor has two at once. */
  slot: string
  schedule_id: string
  mentor_id: string
  starts_at: string
  ends_at: string
  seats: number
  /** Clients' bookings wait for approval. It also tells the two support types apart. */
  asksFirst: boolean
  /** Began before the drill and ends after it: staff's alone. */
  begun: boolean
  /** Clients wait for its seats, which may be reserved for them. */
  awaited: boolean
}

export type Status = 'pending' | 'booked' | 'arrived' | 'fulfilled' | 'noshow' | 'cancelled' | 'entered-in-error'

export interface Appointment {
  id: string
  client: string
  time: Time
  status: Status
  /** Before the last change of status. */
  before: Status | null
  revision: number
  /** Of the booking that made it. */
  key: string | null
}

/**
 * One client's entry in the waiting list. The product makes offers in the background: the model learns of one when
 * a client reads it.
 */
export interface Entry {
  id: string
  client: string
  state: 'waiting' | 'offered' | 'taken' | 'left'
  offer: Time | null
  appointment: string | null
}

export interface Policies {
  mostOpen: number
  mostMissed: number
}

/** One step: an appointment or an entry as it is from now on. */
export type Change = { appointment: Appointment } | { entry: Entry }

const holding: readonly Status[] = ['pending', 'booked', 'arrived', 'fulfilled', 'noshow']
export const holds = ({ status }: Pick<Appointment, 'status'>): boolean => holding.includes(status)
export const isOpen = ({ status }: Pick<Appointment, 'status'>): boolean => status === 'pending' || status === 'booked'

/** What there is at one moment: everything that the product is to keep right, in memory. */
export class World {
  readonly appointments = new Map<string, Appointment>()
  readonly entries = new Map<string, Entry>()
  readonly times: readonly Time[]
  readonly policies: Policies
  #hash: [number, number] = [0, 0]
  #bySlot = new Map<string, Set<string>>()
  #byClient = new Map<string, Set<string>>()
  #entriesOf = new Map<string, Set<string>>()

  constructor(times: readonly Time[], policies: Policies) {
    this.times = times
    this.policies = policies
  }

  /** The same for the same state, however it came about. */
  get stamp(): string {
    return this.#hash.join(' ')
  }

  /** Takes steps; answers how to take them back. */
  apply(changes: readonly Change[]): () => void {
    const back = changes.map(change =>
      'appointment' in change
        ? this.#setAppointment(change.appointment.id, change.appointment)
        : this.#setEntry(change.entry.id, change.entry),
    )
    return () => back.toReversed().forEach(undo => undo())
  }

  /** Seats of a time that are taken or on offer, without those offered to one entry. */
  isFull({ slot, seats }: Time, apartFrom?: Entry): boolean {
    let gone = 0
    for (const id of this.#bySlot.get(slot) ?? []) if (holds(this.appointments.get(id)!)) gone += 1
    for (const id of this.#entriesOf.get(slot) ?? []) if (id !== apartFrom?.id) gone += 1
    return gone >= seats
  }

  /** Whether a client is somewhere else at that time, apart from one appointment that would move. */
  isBusy(client: string, { starts_at, ends_at }: Time, apartFrom?: string): boolean {
    return this.appointmentsOf(client).some(
      one => one.id !== apartFrom && holds(one) && one.time.starts_at < ends_at && one.time.ends_at > starts_at,
    )
  }

  appointmentsOf(client: string): Appointment[] {
    return [...(this.#byClient.get(client) ?? [])].map(id => this.appointments.get(id)!)
  }

  /** Adds a fact, or takes it away again. */
  #mix(fact: string): void {
    let [a, b] = [0x811c9dc5, 0x9747b28c]
    for (let at = 0; at < fact.length; at += 1) {
      a = Math.imul(a ^ fact.charCodeAt(at), 0x01000193)
      b = Math.imul(b ^ fact.charCodeAt(at), 0x5bd1e995)
    }
    this.#hash = [this.#hash[0] ^ a, this.#hash[1] ^ b]
  }

  #setAppointment(id: string, to: Appointment | undefined): () => void {
    const from = this.appointments.get(id)
    if (from) {
      this.#bySlot.get(from.time.slot)?.delete(id)
      this.#byClient.get(from.client)?.delete(id)
      this.#mix(`${id} ${from.status} ${from.before} ${from.time.slot} ${from.revision}`)
    }
    if (to) {
      add(this.#bySlot, to.time.slot, id)
      add(this.#byClient, to.client, id)
      this.appointments.set(id, to)
      this.#mix(`${id} ${to.status} ${to.before} ${to.time.slot} ${to.revision}`)
    } else this.appointments.delete(id)
    return () => void this.#setAppointment(id, from)
  }

  #setEntry(id: string, to: Entry | undefined): () => void {
    const from = this.entries.get(id)
    if (from) {
      if (from.offer) this.#entriesOf.get(from.offer.slot)?.delete(id)
      this.#mix(`${id} ${from.state} ${from.offer?.slot}`)
    }
    if (to) {
      if (to.offer) add(this.#entriesOf, to.offer.slot, id)
      this.entries.set(id, to)
      this.#mix(`${id} ${to.state} ${to.offer?.slot}`)
    } else this.entries.delete(id)
    return () => void this.#setEntry(id, from)
  }
}

function add(map: Map<string, Set<string>>, key: string, id: string): void {
  const ids = map.get(key)
  if (ids) ids.add(id)
  else map.set(key, new Set([id]))
}

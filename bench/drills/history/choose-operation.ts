import { createDice, type Dice } from '../../../database/demo/random.ts'
import { holds, type Status, type Time } from './model.ts'
import { succeeded, type Operation, type SeenAppointment, type Where, type Command } from './operations.ts'
import type { Ground } from './plan.ts'

interface Chosen {
  command: Command
  who: string
  /** Sent twice at the same moment, as a retrying client does. */
  twice: boolean
}

/** How often what is done, of a hundred. */
const often: readonly [number, Command['do']][] = [
  [34, 'book'],
  [16, 'move'],
  [14, 'cancel'],
  [16, 'status'],
  [8, 'read'],
  [3, 'join'],
  [3, 'look'],
  [1, 'leave'],
  [2, 'decline'],
  [3, 'accept'],
]
const steps: readonly Status[] = ['booked', 'booked', 'booked', 'arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error']
/** Of what was seen of appointments, so many are mostly chosen from. */
const recently = 40

/**
 * Chooses the next operation. The number and the seed alone decide its kind, the client, and the index in the
 * lists; which appointments exist by then depends on the product and the machine's doing.
 */
export class Chooser {
  readonly #ground: Ground
  readonly #seed: number
  readonly #seen = new Map<string, SeenAppointment>()
  readonly #entries = new Map<string, { id: string; client: string }>()

  constructor(ground: Ground, seed: number) {
    this.#ground = ground
    this.#seed = seed
  }

  choose(number: number): Chosen {
    const dice = createDice(`history ${this.#seed} ${number}`)
    let roll = dice.between(0, 99)
    const [, what] = often.find(([share]) => (roll -= share) < 0)!
    return this.#chooseOne(what, dice) ?? this.#book(number, dice)
  }

  /** What an answer shows is what people know from then on. */
  learn(operation: Operation): void {
    const { appointment, entry, command } = operation
    if (!succeeded(operation)) return
    if (appointment && (this.#seen.get(appointment.id)?.revision ?? 0) <= appointment.revision) {
      // The latest last.
      this.#seen.delete(appointment.id)
      this.#seen.set(appointment.id, appointment)
    }
    if (entry && command.do === 'join') this.#entries.set(entry.id, { id: entry.id, client: command.client })
  }

  #chooseOne(what: Command['do'], dice: Dice): Chosen | null {
    const { clients, mentors, administrator } = this.#ground
    const once = (command: Command, who: string): Chosen => ({ command, who, twice: false })
    switch (what) {
      case 'book':
        return null
      case 'join': {
        const client = dice.pick(clients).id
        return once({ do: 'join', client }, client)
      }
      case 'look':
      case 'leave':
      case 'decline':
      case 'accept': {
        const entries = [...this.#entries.values()].slice(-8)
        if (entries.length === 0) return null
        const { id, client } = dice.pick(entries)
        return once({ do: what, id }, client)
      }
      case 'move':
      case 'cancel':
      case 'status':
      case 'read': {
        const known = this.#pick(dice)
        if (!known) return null
        const { id, client, slot } = known
        const revision = dice.chance(0.5) ? known.revision : null
        if (what === 'read') return once({ do: 'read', id }, administrator.id)
        // Some clients try another client's appointment.
        const self = dice.chance(0.97) ? client : dice.pick(clients).id
        if (what === 'cancel') return once({ do: 'cancel', id, revision }, self)
        if (what === 'status') {
          const mentor = dice.chance(0.4)
          const who = dice.chance(0.9) ? slot.split(' ')[0]! : dice.pick(mentors).id
          return once({ do: 'status', id, to: dice.pick(steps), mentor, revision }, mentor ? who : administrator.id)
        }
        const staff = dice.chance(0.4)
        return once({ do: 'move', id, where: this.#where(dice), staff, revision }, staff ? administrator.id : self)
      }
    }
  }

  #book(number: number, dice: Dice): Chosen {
    const client = dice.pick(this.#ground.clients).id
    const staff = dice.chance(0.25)
    const key = dice.chance(0.5) ? `history-${this.#seed}-${number}` : null
    const command: Command = { do: 'book', client, where: this.#where(dice), staff, key }
    return { command, who: staff ? this.#ground.administrator.id : client, twice: key !== null && dice.chance(0.2) }
  }

  #where(dice: Dice): Where {
    const { schedule_id, starts_at, mentor_id }: Time = dice.pick(this.#ground.times)
    return { schedule_id, starts_at, mentor_id: dice.chance(0.3) ? null : mentor_id }
  }

  #pick(dice: Dice): SeenAppointment | undefined {
    const all = [...this.#seen.values()].slice(-4 * recently)
    const held = all.filter(holds).slice(-recently)
    const from = dice.chance(0.85) && held.length > 0 ? held : all
    return from.length > 0 ? dice.pick(from) : undefined
  }
}

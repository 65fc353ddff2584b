import { grants, type AbilityName, type everything } from '#contract/abilities.ts'

declare const minted: unique symbol

/** Who is signed in, with today's roles. */
export interface SignedIn {
  id: string
  name: string
  sessionId: string
  abilities: readonly string[]
  isAdmin: boolean
  isMentor: boolean
  /** Where a program asks in this person's name: whether it may only read. Null: the person themselves. */
  program: 'read' | 'write' | null
}

/**
 * Who asks, when, and from where. Every command and query takes one, and only the session gate mints them: a query that does not know who asks
 * does not compile. `now` is the request's one clock.
 */
export interface Scope {
  readonly [minted]: true
  readonly person: SignedIn | null
  readonly now: Date
  readonly ip: string | null
  readonly userAgent: string
  /** Whether a browser asks: a session that it opens is bound to a cookie. */
  readonly browser: boolean
}

/** A scope with somebody signed in: what every call but the public ones receives. */
export type PersonScope = Scope & { readonly person: SignedIn }

/** Only for the session gate, and for the product's own work that nobody asked for (the demo, nightly jobs). */
export function mintScope(facts: Omit<Scope, typeof minted>): Scope {
  return facts as Scope
}

/** Whether the caller is this mentor and holds a mentor's role now. The id alone is never enough: roles end. */
export const isOwnMentorId = ({ person }: Scope, mentorId: string): boolean => person !== null && person.isMentor && person.id === mentorId

/** Whether the person asking holds an ability; `*` holds all. */
export function holds(scope: Scope, ability: AbilityName | typeof everything): boolean {
  return scope.person !== null && grants(scope.person.abilities, ability)
}

import type { AbilityName } from '#contract/abilities.ts'
import { grants, type wildcard } from '#contract/granted.ts'
import { defaultLanguage, type Language } from '#contract/languages.ts'

declare const minted: unique symbol

/** The signed-in person, with today's roles. */
export interface SignedIn {
  id: string
  name: string
  sessionId: string
  abilities: readonly string[]
  isAdmin: boolean
  isMentor: boolean
  /** Their own choice. Undefined if the product does not have it. */
  language: Language | undefined
  /** A program with a token of this person's, and whether it may only read. Null: the person themselves. */
  program: 'read' | 'write' | null
}

/**
 * The caller, the time and the address. Every command and query takes one, and only the session gate
 * creates it, so a query that does not know its caller does not compile. `now` is the request's only
 * clock.
 */
export interface Scope {
  readonly [minted]: true
  readonly person: SignedIn | null
  readonly now: Date
  readonly ip: string | null
  readonly userAgent: string
  /** Whether the caller is a browser: a session that it opens is bound to a cookie. */
  readonly browser: boolean
  /** The language of what the caller reads in the answer. */
  readonly language: Language
}

/** A scope with a signed-in person: what every call but the public ones receives. */
export type PersonScope = Scope & { readonly person: SignedIn }

/** Only for the session gate, background work (the demo, jobs) and shared queries. */
export function mintScope(facts: Omit<Scope, typeof minted | 'language'> & { language?: Language }): Scope {
  return { language: defaultLanguage, ...facts } as Scope
}

/**
 * Whether the caller is this mentor and has a mentor's role now. The id alone is not enough, because
 * roles can be removed.
 */
export const isOwnMentorId = ({ person }: Scope, mentorId: string): boolean => person !== null && person.isMentor && person.id === mentorId

/** Whether the caller holds an ability; `*` holds all. */
export function holds(scope: Scope, ability: AbilityName | typeof wildcard): boolean {
  return scope.person !== null && grants(scope.person.abilities, ability)
}

import { sql, type RawBuilder } from 'kysely'
import { dialledDigits } from '#domain/people/phone-digits.ts'
import { escapeLike } from '../../platform/database/escape-like.ts'
import { holds, type Scope } from '../../platform/scope.ts'

/** Shorter words match beginnings of words only, because the trigram index does not cover them. */
const minIndexedLength = 3

/**
 * Splits a search into words that must all occur in `search_words`. A phone number becomes one word of
 * its digits, without spaces. A whole national number loses its leading zeros, which the stored
 * international number does not have.
 */
export function searchWords(typed: string): string[] {
  const text = typed.trim()
  const digits = dialledDigits(text)
  if (digits !== '' && /^[\d\s()+./-]+$/.test(text)) return [digits.length >= 7 ? digits.replace(/^0+/, '') || digits : digits]
  return text.split(/\s+/).filter(Boolean)
}

/** The pattern of a word, for a folded text that begins with a space. */
export const wordPattern = (word: string): RawBuilder<string> =>
  sql<string>`${word.length < minIndexedLength ? '% ' : '%'} || fold_words(${escapeLike(word)}) || '%'`

/** Condition: a folded text that begins with a space contains every word. */
export function containsWords(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const each = words.map(word => sql`${text} LIKE ${wordPattern(word)}`)
  return sql<boolean>`(${each.length > 0 ? sql.join(each, sql` AND `) : sql`true`})`
}

/**
 * Condition: a row of `users` under an alias contains every word, in anything that a person is searched by. For
 * callers who read all of it; others use `hasShownWords`.
 */
export const hasWords = (alias: string, words: readonly string[]): RawBuilder<boolean> =>
  containsWords(sql.ref(`${alias}.search_words`), words)

/** Whether the caller opens records, and so reads each person's number, addresses and contact. */
export const opensRecords = (scope: Scope): boolean => holds(scope, 'User List') || holds(scope, 'User Edit')

/** What lists show of a person, in the columns that are searched. */
const shownColumns = { name: ['name_key'], person: ['name_key', 'phone'], user: ['name_key', 'phone', 'email'] } as const

/**
 * The same, in what the list shows of a person: a hit must not reveal an address or a contact that the caller may
 * not read. Callers who open records search everything.
 */
export function hasShownWords(
  scope: Scope,
  alias: string,
  words: readonly string[],
  shown: keyof typeof shownColumns,
): RawBuilder<boolean> {
  const all = hasWords(alias, words)
  if (opensRecords(scope)) return all
  const texts = shownColumns[shown].map(column => sql`coalesce(' ' || fold_words(${sql.ref(`${alias}.${column}`)}), '')`)
  // Both: `search_words` has the index.
  return sql<boolean>`(${all} AND ${containsWords(sql`(${sql.join(texts, sql` || `)})`, words)})`
}

import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { LetterName } from '#contract/message-kinds.ts'
import type { Wording, LetterWording } from '#contract/wordings.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { checkPlaceholders } from './letters/check-placeholders.ts'
import { listWordings } from './wording-queries.ts'

const wordingOf = ({ subject, body, sms }: LetterWording): LetterWording => ({ subject, body, sms })

/**
 * Writes the next version of a letter's wording in a language. Saving the standard wording stores null, so that later
 * releases update them. Refusals: 422 at a field with unknown placeholders, 409 `stale` after another version was
 * written.
 */
export function changeWording(
  db: Connection,
  scope: Scope,
  name: LetterName,
  { revision, language, ...input }: LetterWording & { language: Language; revision: number },
): Promise<Wording | Refusal> {
  return db.transaction().execute(async trx => {
    const errors = checkPlaceholders(name, input)
    if (errors) return refuse('invalid', { errors })
    const before = await read(trx, scope, name, language)
    if (before.revision !== revision) return refuse('stale')
    const next = { ...input, body: input.body.replaceAll(/\r\n?/g, '\n') }
    if (isSame(before, next)) return before
    const { subject, body, sms } = isSame(before.standard ?? wordingOf(before), next) ? { subject: null, body: null, sms: null } : next
    // Of two concurrent changes, one becomes the next version.
    const { numAffectedRows } = await sql`INSERT INTO wordings (name, language, version, subject, body, sms, at)
      VALUES (${name}, ${language}, ${revision + 1}, ${subject}, ${body}, ${sms}, ${scope.now}) ON CONFLICT DO NOTHING`.execute(trx)
    if (numAffectedRows !== 1n) return refuse('stale')
    await recordAudit(trx, scope, {
      action: 'changed',
      subject: 'wording',
      subjectId: null,
      before: { name, locale: language, ...wordingOf(before) },
      after: { name, locale: language, ...wordingOf(next) },
    })
    return read(trx, scope, name, language)
  })
}

const isSame = (a: LetterWording, b: LetterWording) => a.subject === b.subject && a.body === b.body && a.sms === b.sms

async function read(trx: Connection, scope: Scope, name: LetterName, language: Language): Promise<Wording> {
  const found = (await listWordings(trx, scope, language)).find(wording => wording.name === name)
  if (!found) throw new Error('there is no such letter')
  return found
}

import { sql } from 'kysely'
import type { AcceptedTexts } from '#contract/contracts.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'

/** Versions, and at the same position the language in which each was read; null: the binding text. */
export interface Accepted {
  versions: string[]
  languages: (string | null)[]
}

/** What a request accepts. A version that it also names with a language was read in that language. */
export function readAccepted({ accepted_version_ids = [], accepted_texts = [] }: AcceptedTexts): Accepted {
  const named = new Map<string, string | null>(accepted_version_ids.map(id => [id, null]))
  for (const { version_id, language } of accepted_texts) named.set(version_id, language)
  return { versions: [...named.keys()], languages: [...named.values()] }
}

/** 422 `contracts_required` for versions that are said to have been read in a language in which they have no text. */
export async function refuseUnknownTexts(trx: Connection, _scope: Scope, { versions, languages }: Accepted): Promise<Refusal | null> {
  const { rows } = await sql<{ unknown: string[] }>`SELECT contract_texts_unknown(${versions}, ${languages}) AS unknown`.execute(trx)
  const unknown = rows[0]?.unknown ?? []
  return unknown.length > 0 ? refuse('contracts_required', { contracts: unknown }) : null
}

/** 422 `contracts_required` where something that registration requires is not accepted, or not in a language that there is. */
export async function refuseRegistrationWithout(trx: Connection, scope: Scope, accepted: Accepted): Promise<Refusal | null> {
  const rows = await trx.selectFrom('current_contracts').select('version_id').where('required_for', '=', 'registration').execute()
  const missing = rows.map(({ version_id }) => version_id).filter(id => !accepted.versions.includes(id))
  return missing.length > 0 ? refuse('contracts_required', { contracts: missing }) : refuseUnknownTexts(trx, scope, accepted)
}

/** Records what a person accepted themselves. The caller has refused unknown texts. */
export const recordAcceptances = (trx: Connection, { now, ip, userAgent }: Scope, userId: string, { versions, languages }: Accepted) =>
  sql`SELECT accept_contracts(${userId}, ${userId}, ${versions}, ${now}, ${ip}, ${userAgent}, ${languages})`.execute(trx)

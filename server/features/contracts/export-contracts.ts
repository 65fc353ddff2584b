import type { ContractOrder, SearchQuery } from '#contract/contracts.ts'
import { type ContractState, matchesContractFilter } from '#domain/contracts/filter.ts'
import { logShown } from '../../platform/access-log-commands.ts'
import { csvFile, csvYesNo } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { say } from '../../platform/text.ts'
import { streamAcceptances, streamMissing } from './acceptance-queries.ts'
import { listContracts } from './queries.ts'

type Search = Omit<SearchQuery, 'page' | 'per_page'>

/** The contracts of a filter that the caller may see as CSV, without their texts. */
export const exportContracts = (
  db: Connection,
  scope: PersonScope,
  filter: ContractOrder & { search?: string | undefined; state?: ContractState | undefined },
) =>
  csvFile(
    scope,
    ['key', 'title', 'version', 'requiredFor', 'published', 'draft'],
    allContracts(db, scope, filter),
    ({ key, title, version, required_for, published_at, draft_version }) => [
      key,
      title,
      String(version),
      required_for === null ? '' : say(scope.language, `value.requiredFor.${required_for}`),
      published_at ?? '',
      draft_version === null ? '' : String(draft_version),
    ],
  )

/** Who accepted a contract as CSV, streamed. Each person is logged before their line is sent. */
export const exportAcceptances = (
  db: Connection,
  scope: PersonScope,
  contractId: string,
  filter: Search & { version?: number | undefined },
) =>
  csvFile(
    scope,
    ['name', 'phone', 'version', 'agreed', 'byStaff', 'language', 'sha256'],
    streamAcceptances(db, scope, contractId, filter),
    ({ name, phone, version, accepted_at, by_staff, language, sha256 }) => [
      name ?? '',
      phone ?? '',
      String(version),
      accepted_at,
      csvYesNo(scope.language, by_staff),
      language,
      sha256,
    ],
    part => logShown(db, scope, part, 'agreements'),
  )

/** Who has not accepted a contract as CSV, streamed. Each person is logged before their line is sent. */
export const exportMissing = (db: Connection, scope: PersonScope, contractId: string, filter: Search) =>
  csvFile(
    scope,
    ['name', 'phone', 'latestAgreed', ...(holds(scope, 'Appointment List') ? (['nextAppointment'] as const) : [])],
    streamMissing(db, scope, contractId, filter),
    ({ name, phone, accepted_version, next_appointment_at }) => [
      name,
      phone ?? '',
      accepted_version === null ? '' : String(accepted_version),
      ...(holds(scope, 'Appointment List') ? [next_appointment_at ?? ''] : []),
    ],
    part => logShown(db, scope, part, 'agreements'),
  )

async function* allContracts(db: Connection, scope: PersonScope, filter: ContractOrder & Parameters<typeof matchesContractFilter>[1]) {
  yield (await listContracts(db, scope, filter)).filter(contract => matchesContractFilter(contract, filter))
}

import type { Transaction } from 'kysely'
import type { Database } from '../types.ts'
import type { DemoClient } from './clients.ts'
import { contracts } from './contracts.ts'
import { day, type DemoDay, instantText } from './demo-day.ts'
import { demoId } from './identity.ts'
import { insertRows } from './insert-rows.ts'
import { createDice } from './random.ts'
import type { DemoIds } from './write-people.ts'

const devices = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 8a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
]

/**
 * Writes the organisation's contracts and every client's acceptances: the terms in force and, for older
 * clients, the previous ones.
 */
export async function writeContracts(
  trx: Transaction<Database>,
  { clients, ids, today }: { clients: readonly DemoClient[]; ids: DemoIds; today: DemoDay },
): Promise<void> {
  const texts = contracts.map(contract => {
    const created = today.start - 705 * day
    return { ...contract, id: demoId('contract', contract.key, created), created_at: instantText(created) }
  })
  const versions = texts.flatMap(({ id, key, required_for, versions: list }) =>
    list.map(({ title, body, age }, index) => {
      const publishedAt = today.start - age * day
      const row = {
        id: demoId('contract version', `${key} ${index + 1}`, publishedAt),
        contract_id: id,
        version: index + 1,
        title,
        body,
        published_at: instantText(publishedAt),
        created_by: ids.staff.administrator,
        created_at: instantText(publishedAt - day),
      }
      return { row, required_for, publishedAt, supersededAt: today.start - (list[index + 1]?.age ?? 0) * day }
    }),
  )
  await insertRows(
    trx,
    'contracts',
    texts.map(({ id, key, required_for, created_at }) => ({ id, key, required_for, created_at })),
  )
  await insertRows(
    trx,
    'contract_versions',
    versions.map(({ row }) => row),
  )

  const dice = createDice('acceptances')
  await insertRows(
    trx,
    'acceptances',
    clients.flatMap(({ id, phone, joinedAt }) => {
      const from = { ip: `203.0.113.${dice.between(1, 254)}`, user_agent: dice.pick(devices) }
      return versions
        .filter(({ required_for, supersededAt }) => required_for !== null && joinedAt < supersededAt)
        .map(({ row, publishedAt }) => ({
          id: demoId('acceptance', `${id} ${row.id}`, Math.max(joinedAt, publishedAt)),
          user_id: id,
          version_id: row.id,
          sha256: '', // the database fills in its own
          ...(phone ? from : { ip: null, user_agent: null }),
          recorded_by: phone ? id : ids.staff.coordinator,
          accepted_at: instantText(Math.max(joinedAt, publishedAt + 2 * day)),
        }))
    }),
  )
}

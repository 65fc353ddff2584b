import { sql } from 'kysely'
import { parsePhone } from '#domain/people/phone.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { holdsEverything } from './link-commands.ts'

/** A person whom the operator of the server names. */
export interface AddressedPerson {
  id: string
  /** They hold `*`. */
  isAdministrator: boolean
}

/** The active people with this e-mail address, or phone number as the organisation's country writes it. */
export async function findByAddress(db: Connection, _scope: Scope, address: string): Promise<AddressedPerson[]> {
  const { phone_country } = await readSettingsRow(db)
  const phone = parsePhone(address, phone_country)
  return db
    .selectFrom('users as u')
    .select(['u.id', holdsEverything(sql.ref('u.id')).as('isAdministrator')])
    .where('u.active', '=', true)
    .where(({ or, eb }) =>
      or([
        ...('e164' in phone ? [eb('u.phone', '=', phone.e164)] : []),
        eb(({ fn }) => fn<string>('lower', ['u.email']), '=', address.trim().toLowerCase()),
      ]),
    )
    .execute()
}

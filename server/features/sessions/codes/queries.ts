import { sql } from 'kysely'
import type { CodeAddress } from '#domain/people/code-address.ts'

/** Whether a row of `phone_codes`, by its alias, was sent to this number or address. */
export const isSentTo = (alias: string, { phone, email }: CodeAddress) =>
  email === undefined ? sql<boolean>`${sql.ref(`${alias}.phone`)} = ${phone}` : sql<boolean>`${sql.ref(`${alias}.email`)} = ${email}`

import { connectClient } from '#database/connect/client.ts'
import { expect, inject, test } from 'vitest'
import { explainDatabaseFailure } from './connection-failure.ts'

const explain = (url: string) =>
  connectClient(url).then(
    () => 'connected',
    (error: unknown) => explainDatabaseFailure(error, 'DATABASE_URL'),
  )

test('a server that cannot be reached, an unknown host and a missing database come with a remedy', async () => {
  expect(await explain('postgres://user:password@127.0.0.1:1/openhour')).toMatch(
    /^The database of DATABASE_URL cannot be used: .*ECONNREFUSED.* Start PostgreSQL/,
  )
  expect(await explain('postgres://user:password@nowhere.invalid/openhour')).toMatch(
    /nowhere\.invalid\. (Correct the host|Check the name server)/,
  )
  expect(await explain(Object.assign(new URL(inject('templateDatabaseUrl')), { pathname: '/missing' }).href)).toContain(
    'Create the database',
  )
})

test('a refusal without a message shows its code', () => {
  expect(explainDatabaseFailure(Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'OPENHOUR_DIRECTORY_URL')).toBe(
    'The database of OPENHOUR_DIRECTORY_URL cannot be used: ECONNREFUSED. Start PostgreSQL, or correct the host and port.',
  )
  expect(explainDatabaseFailure({ code: '28P01', message: 'no' })).toMatch(/^The database cannot be used: no\. Correct the user/)
  expect(explainDatabaseFailure(new Error('a bug'), 'DATABASE_URL')).toBeUndefined()
})

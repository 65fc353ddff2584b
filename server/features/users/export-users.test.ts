import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())

it('writes the people of the filter without formulas, and logs each of them', async () => {
  const { db } = o.app
  const reader = await makeAdmin(db, ['User List', 'User Export'])
  const token = await o.app.signIn(reader)
  const odd = await makeUser(db, { name: '=Zed Quill', phone: '+447700955111', email: 'zed@example.org' })
  const gone = await makeUser(db, { name: 'Yan Quill', phone: null, active: false })
  const other = await makeUser(db, { name: 'Someone Else' })
  const exported = async (query: Record<string, string>) => (await o.app.request('GET /api/users/export', { query, token })).body as string
  const all = (await exported({ search: 'quill' })).split('\r\n')
  expect(all[0]).toBe('\ufeff"Name","Phone","E-mail","Roles","Active","Next appointment","Last appointment","Missed"')
  // Without Appointment List nothing about appointments.
  expect(all.slice(1).toSorted()).toEqual([
    '',
    `"'=Zed Quill","'+447700955111","zed@example.org","","yes","","",""`,
    '"Yan Quill","","","","no","","",""',
  ])
  expect(await exported({ search: 'quill', state: 'inactive' })).not.toContain('Zed')
  const views = await db.selectFrom('record_views').select(['user_id', 'what']).where('viewer_id', '=', reader.id).execute()
  expect(views).toHaveLength(2)
  expect(views.find(({ user_id }) => user_id === odd.id)?.what).toBe('list')
  expect(views.map(({ user_id }) => user_id)).toContain(gone.id)
  expect(views.map(({ user_id }) => user_id)).not.toContain(other.id)
})

it('has columns and values in the language of the person who downloads it', async () => {
  const { db } = o.app
  await makeUser(db, { name: 'Wim Quorn', phone: null })
  const reader = await makeAdmin(db, ['User List', 'User Export'])
  await db.updateTable('users').set({ locale: 'de' }).where('id', '=', reader.id).execute()
  const sending = { query: { search: 'quorn' }, token: await o.app.signIn(reader), headers: { 'accept-language': 'fr' } }
  const [head, line] = String((await o.app.request('GET /api/users/export', sending)).body).split('\r\n')
  expect(head).toBe('\ufeff"Name","Telefon","E-Mail","Rollen","Aktiv","Nächster Termin","Letzter Termin","Versäumt"')
  expect(line).toBe('"Wim Quorn","","","","ja","","",""')
})

it.each([['User List'], ['User Edit', 'User Export']] as const)(
  'never gives the list as a file to holders of %s alone',
  async (...abilities) => {
    const token = await o.app.signIn(await makeAdmin(o.app.db, [...abilities]))
    const statuses = [o.app.request('GET /api/users/export', { token }), o.app.request('GET /api/users/export', {})]
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([403, 401])
  },
)

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { giveRole, makeUser } from './factories.ts'

const { db } = await openTestDatabase()

type Role = Parameters<typeof giveRole>[2]

async function makeHolder(...roles: Role[]) {
  const { id } = await makeUser(db)
  for (const role of roles) await giveRole(db, id, role)
  return id
}

// Its rights count for no one else.
await makeHolder({ abilities: ['*'], opens_admin: true, is_mentor: true })

it('a person has the abilities of all their roles, each once, and no other person’s', async () => {
  const rolesOf = async (id: string) => (await sql`SELECT * FROM roles_of(${id})`.execute(db)).rows
  const nothing = { abilities: [], is_admin: false, is_mentor: false }
  expect(await rolesOf(await makeHolder())).toEqual([nothing])
  expect(await rolesOf(await makeHolder({}))).toEqual([nothing])
  const mentor = await makeHolder(
    { abilities: ['User List', 'Schedule Edit'] },
    { abilities: ['User List', 'Audit List'], is_mentor: true },
  )
  expect(await rolesOf(mentor)).toEqual([{ abilities: ['Audit List', 'Schedule Edit', 'User List'], is_admin: false, is_mentor: true }])
  expect(await rolesOf(await makeHolder({ opens_admin: true }, {}))).toEqual([{ ...nothing, is_admin: true }])
})

const [list, edit] = [{ abilities: ['User List'] }, { abilities: ['User List', 'User Edit'] }]

it.each<[string, boolean, Role[], Role[]]>([
  ['with all abilities, one with every right', true, [{ abilities: ['*'] }], [{ ...edit, opens_admin: true, is_mentor: true }]],
  ['with the same abilities, one with them', true, [edit], [edit]],
  ['with more abilities, one with fewer', true, [edit], [list]],
  ['with fewer abilities, one with more', false, [list], [edit]],
  ['with fewer abilities, one with all', false, [edit], [{ abilities: ['*'] }]],
  ['with fewer abilities in the administration, one with more', false, [{ ...list, opens_admin: true }], [{ ...edit, opens_admin: true }]],
  ['outside the administration, one inside', false, [edit], [{ ...list, opens_admin: true }]],
  ['inside the administration, one inside', true, [{ ...edit, opens_admin: true }], [{ ...list, opens_admin: true }]],
  ['who is no mentor, a mentor', false, [edit], [{ is_mentor: true }]],
  ['who is a mentor, a mentor', true, [{ is_mentor: true }], [{ is_mentor: true }]],
  ['who assigns roles, a mentor', true, [{ abilities: ['RoleAssign Edit'] }], [{ is_mentor: true }]],
  ['who assigns roles, one with more abilities', false, [{ abilities: ['RoleAssign Edit'] }], [{ ...list, is_mentor: true }]],
  ['with abilities, one without roles', true, [list], []],
])('a person %s, may be changed: %s', async (_, expected, actor, person) => {
  const [by, whom] = [await makeHolder(...actor), await makeHolder(...person)]
  expect((await sql`SELECT may_manage(${by}, ${whom}) AS may`.execute(db)).rows).toEqual([{ may: expected }])
})

import * as z from 'zod'
import { abilityNames } from './abilities.ts'
import { BatchIds, Obstacle, Skipped } from './batch.ts'
import { wildcard } from './granted.ts'
import { defineCalls } from './call.ts'
import { Person, User } from './people.ts'
import { Done, Id, IdParams, Instant, label, listOf, PageQuery, Revision, text } from './shapes.ts'

const Ability = z.enum(abilityNames)
/** An ability in a role: one of the catalogue, or `*` for all, including those of later versions. */
const RoleAbility = z.enum([wildcard, ...abilityNames])
export type RoleAbility = z.infer<typeof RoleAbility>

/** A role with its abilities in the order of the catalogue. */
export const Role = z
  .object({
    id: Id,
    name: z.string(),
    abilities: z.array(z.string()),
    opens_admin: z.boolean().meta({ description: 'Its holders can open the admin area.' }),
    is_mentor: z.boolean().meta({ description: 'Its holders are mentors: they can be planned and see their own sessions.' }),
    single_sign_on_only: z.boolean().meta({ description: 'Its holders sign in through an identity provider only.' }),
    revision: Revision,
  })
  .meta({ id: 'Role' })
export type Role = z.infer<typeof Role>

const RoleName = label(80)
const RoleFields = {
  name: RoleName,
  abilities: z.array(RoleAbility).max(50),
  opens_admin: z.boolean(),
  is_mentor: z.boolean(),
  single_sign_on_only: z.boolean(),
}
export const NewRole = z.strictObject({
  ...RoleFields,
  opens_admin: RoleFields.opens_admin.default(false),
  is_mentor: RoleFields.is_mentor.default(false),
  single_sign_on_only: RoleFields.single_sign_on_only.default(false),
})
export type NewRole = z.infer<typeof NewRole>
export const RoleChange = z.strictObject(RoleFields).partial().extend({ revision: Revision.optional() })
export type RoleChange = z.infer<typeof RoleChange>

/** The options of the form for roles: every ability's name, by subject. */
const RoleForm = z.object({ abilities: z.record(z.string(), z.array(Ability)) })

/** A person with their roles, and every role there is. */
const Assignment = z.object({ user: User, roles: z.array(Role), all_roles: z.array(Role) })

const NamedRole = z.object({ id: Id, name: z.string() })
const RoleIds = z.array(Id).max(100)
const RoleForSeveral = z.strictObject({ role_id: Id, user_ids: BatchIds })

const AssignedQuery = PageQuery.extend({
  search: text(120).optional().meta({ description: 'As in `GET /api/users`; contacts only with User List or User Edit.' }),
  role_id: Id.optional(),
  sort: z
    .enum(['name', '-name', 'assigned', '-assigned'])
    .default('name')
    .meta({ description: 'By name, or by the newest assignment; with a minus sign, the other way round.' }),
})

/** What giving a role to a person, or taking it, would meet. */
const PreviewedRole = z.object({ id: Id, problem: Obstacle.nullable(), holds_it: z.boolean() })

export const roleCalls = defineCalls({
  'GET /api/roles': {
    summary: 'Every role by name, with how many people hold it.',
    access: { ability: 'Role List' },
    answer: { status: 200, body: z.object({ roles: z.array(Role.extend({ holders: z.int() })) }) },
    refusals: [],
  },
  'GET /api/roles/create': {
    summary: 'What the form for a new role offers.',
    access: { ability: 'Role Create' },
    answer: { status: 200, body: RoleForm },
    refusals: [],
  },
  'POST /api/roles': {
    summary: 'Create a role with abilities that the caller holds.',
    access: { ability: 'Role Create' },
    byHand: true,
    body: NewRole,
    answer: { status: 201, body: Role },
    refusals: ['beyond_own', 'name_taken'],
    idempotent: true,
  },
  'GET /api/roles/{id}/edit': {
    summary: 'A role, the first fifty who hold it, and what its form offers.',
    access: { ability: 'Role Edit' },
    params: IdParams,
    shows: 'roles',
    answer: {
      status: 200,
      body: RoleForm.extend({ role: Role, holders: z.array(Person), holders_total: z.int() }),
    },
    refusals: ['not_found'],
  },
  'PUT /api/roles/{id}': {
    summary:
      'Change a role; it takes effect on its holders’ next request. Refused if it contains, before or after the change, abilities that the caller lacks.',
    access: { ability: 'Role Edit' },
    byHand: true,
    params: IdParams,
    body: RoleChange,
    answer: { status: 200, body: Role },
    refusals: ['not_found', 'stale', 'beyond_own', 'name_taken', 'last_administrator'],
  },
  'DELETE /api/roles/{id}': {
    summary: 'Delete a role without holders.',
    access: { ability: 'Role Edit' },
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'beyond_own', 'role_in_use'],
  },
  'GET /api/assigned-users': {
    summary: 'The holders of a role.',
    access: { ability: 'RoleAssign List' },
    query: AssignedQuery,
    shows: 'roles',
    answer: {
      status: 200,
      body: listOf(
        z.object({ user: User, roles: z.array(Role), assigned_at: Instant.meta({ description: 'When the newest role was given.' }) }),
      ),
    },
    refusals: [],
  },
  'GET /api/assigned-users/export': {
    summary: 'The same people as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula. Each person is logged.',
    access: { ability: 'RoleAssign List', and: ['User Export'] },
    query: AssignedQuery.omit({ page: true, per_page: true }),
    answer: { status: 200, body: null },
    refusals: [],
  },
  'GET /api/role-assign/create': {
    summary:
      'What the form that gives roles offers: every role, and with `search`, as in `GET /api/assigned-users`, up to ten active people.',
    access: { ability: 'RoleAssign Edit' },
    query: z.object({ search: text(120).pipe(z.string().min(2, 'field.typeAtLeastTwoCharacters')).optional() }),
    shows: 'search',
    answer: { status: 200, body: z.object({ people: z.array(Person), all_roles: z.array(Role) }) },
    refusals: [],
  },
  'POST /api/role-assign': {
    summary: 'Give a person additional roles, within the caller’s own abilities.',
    access: { ability: 'RoleAssign Edit' },
    byHand: true,
    body: z.strictObject({ user_id: Id, role_ids: RoleIds.min(1, 'field.chooseAtLeastOneRole') }),
    shows: 'roles',
    answer: { status: 201, body: Assignment },
    refusals: ['beyond_own'],
    idempotent: true,
  },
  'POST /api/role-assign/several/preview': {
    summary: 'Which of several people can be given a role, and who holds it already. Stores nothing.',
    access: { ability: 'RoleAssign Edit' },
    byHand: true,
    body: RoleForSeveral,
    answer: { status: 200, body: z.object({ users: z.array(PreviewedRole) }) },
    refusals: [],
  },
  'POST /api/role-assign/several': {
    summary: 'Give several people a role, within the caller’s own abilities: each that can have it, and why the others cannot.',
    access: { ability: 'RoleAssign Edit' },
    byHand: true,
    body: RoleForSeveral,
    answer: {
      status: 200,
      body: z.object({ assigned: z.array(Id).meta({ description: 'Without those who held the role already.' }), skipped: Skipped }),
    },
    refusals: [],
  },
  'POST /api/role-assign/several/remove/preview': {
    summary: 'Which of several people can lose a role, and who does not hold it. Stores nothing.',
    access: { ability: 'RoleAssign Edit' },
    byHand: true,
    body: RoleForSeveral,
    answer: { status: 200, body: z.object({ users: z.array(PreviewedRole) }) },
    refusals: [],
  },
  'POST /api/role-assign/several/remove': {
    summary: 'Take a role from several people, within the caller’s own abilities: each who can lose it, and why the others cannot.',
    access: { ability: 'RoleAssign Edit' },
    byHand: true,
    body: RoleForSeveral,
    answer: {
      status: 200,
      body: z.object({ removed: z.array(Id).meta({ description: 'Without those who did not hold the role.' }), skipped: Skipped }),
    },
    refusals: [],
  },
  'GET /api/role-assign-edit/{id}': {
    summary: 'A person (the id is theirs) with their roles, and every role there is.',
    access: { ability: 'RoleAssign Edit' },
    params: IdParams,
    shows: 'roles',
    answer: { status: 200, body: Assignment },
    refusals: ['not_found'],
  },
  'POST /api/role-assign-update': {
    summary: 'Replace a person’s roles. Each role added or removed must lie within the caller’s own abilities; `revision` is the user’s.',
    access: { ability: 'RoleAssign Edit' },
    byHand: true,
    body: z.strictObject({ user_id: Id, role_ids: RoleIds, revision: Revision.optional() }),
    shows: 'roles',
    answer: { status: 200, body: Assignment },
    refusals: ['stale', 'beyond_own', 'last_administrator'],
  },
  'GET /api/users/{id}/abilities': {
    summary: 'Why a person can do what they can: each ability, and both areas, with the roles that grant them.',
    access: { ability: 'RoleAssign List' },
    params: IdParams,
    shows: 'roles',
    answer: {
      status: 200,
      body: z.object({
        user: User,
        roles: z.array(Role),
        abilities: z.array(z.object({ ability: RoleAbility, roles: z.array(NamedRole) })),
        opens_admin: z.array(NamedRole),
        is_mentor: z.array(NamedRole),
      }),
    },
    refusals: ['not_found'],
  },
})

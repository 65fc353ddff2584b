import { abilityGroups } from '#contract/abilities.ts'
import { expect, test } from 'vitest'
import { missingCompanions, formatRole } from './format-role.ts'

const format = (abilities: string[], { opens_admin = true, is_mentor = false } = {}) => formatRole({ abilities, opens_admin, is_mentor })

test('a role is said in sentences', () => {
  expect(format(['Schedule List', 'Appointment List'])).toBe(
    'A person with this role can see every session and see who is booked and what they asked. They can open the admin area.',
  )
  expect(format([...abilityGroups.Schedules, 'Report View'])).toBe(
    'A person with this role can plan and change every session and see the figures. They can open the admin area.',
  )
  expect(format(['*'])).toMatch(/^A person with this role can do everything/)
})

test('where it leads nowhere, that is said', () => {
  expect(format([], { opens_admin: false })).toBe('A person with this role can do nothing in the admin area.')
  expect(format(['Role List'], { opens_admin: false })).toMatch(/can’t open the admin area/)
  expect(format([], { opens_admin: false, is_mentor: true })).toMatch(/^A person with this role is a mentor/)
  expect(format(['Role List'], { is_mentor: true })).toMatch(/They are a mentor/)
})

test('an ability without the one that leads there is noticed', () => {
  expect(missingCompanions(['Schedule Edit', 'Role List', 'Role Edit'])).toEqual([{ ability: 'Schedule Edit', companion: 'Schedule List' }])
  expect(missingCompanions(['*', 'Schedule Edit'])).toEqual([])
})

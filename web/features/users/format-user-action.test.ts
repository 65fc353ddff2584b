import { userActions } from '#contract/audit.ts'
import { expect, test } from 'vitest'
import { formatUserAction } from './format-user-action.ts'

test('shows no internal word for what is logged about a record', () => {
  expect(formatUserAction('roles')).toBe('Roles changed')
  const labels = userActions.map(formatUserAction)
  expect(labels.filter(label => label.includes('_') || /^[a-z]/.test(label))).toEqual([])
  expect(new Set(labels).size).toBe(userActions.length)
})

import { expect, test } from 'vitest'
import { passwordProblem } from './details-problems.ts'

test('offers to leave a password empty only where that is possible', () => {
  const [optional, required] = [{ isOptional: true }, { isOptional: false }]
  expect(passwordProblem('', optional)).toEqual({})
  expect(passwordProblem('short', optional)).toEqual({ password: 'A password needs at least 15 characters. You can also leave it empty.' })
  expect(passwordProblem('', required)).toEqual({ password: 'A password needs at least 15 characters; this one has 0.' })
  expect(passwordProblem('seven purple kettles', required)).toEqual({})
})

import { expect, test } from 'vitest'
import { sortErrors } from './form.ts'
import { Refusal } from './refusal.ts'

test('a refused value whose field is not on the form shows no raw field name', () => {
  const errors = { name: ['is too long'], mentor_id: ['is not a mentor here'] }
  const refusal = new Refusal(422, 'invalid', 'Please check what you entered.', { errors })
  expect(sortErrors(refusal, { name: 'Ada' })).toEqual({ here: { name: 'This is too long.' }, elsewhere: 'This is not a mentor here.' })
})

import { expect, test } from 'vitest'
import { compareMessages } from './check-messages.mjs'
import { idsNamedIn } from './check-server-messages.mjs'

test('finds the ids that schemas name, also when no catalogue has them', () => {
  expect(idsNamedIn("z.string().min(1, 'field.isNew').max(9, { error: 'refused.isNew' }).describe('Any field.')")).toEqual([
    'field.isNew',
    'refused.isNew',
  ])
})

test('names what no code uses, and how to mend it', () => {
  expect(compareMessages(new Map(), new Map([['field.old', 'is old']]), 'en.json', 'remove it')).toEqual([
    'en.json: no code uses field.old; remove it',
  ])
})

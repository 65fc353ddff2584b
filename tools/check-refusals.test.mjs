import { expect, it } from 'vitest'
import { findRepeatedSentences } from './check-refusals.mjs'

const catalogue = { full: { message: 'You have reached the limit. Leave one first.' }, taken: { message: 'This time is taken.' } }

it('finds texts that repeat a refusal’s message or its first sentence', () => {
  const messages = new Map([
    ['a', 'This time is taken'],
    ['b', 'You have reached the limit.'],
    ['c', 'You have reached the limit. Leave one first.'],
    ['d', 'Leave one first.'],
    ['e', '{time} is taken.'],
  ])
  expect(findRepeatedSentences(catalogue, messages).map(line => line.split(' ')[1])).toEqual(['a', 'b', 'c'])
})

import { expect, test } from 'vitest'
import { messageIdsIn } from './message-extractor.ts'

const known = new Set(['app.day', 'app.night', 'app.status.booked', 'app.status.booked.long', 'other.day'])
const idsIn = (code: string) => [...messageIdsIn('file.tsx', code, known)]

test('finds the argument of t, also when no catalogue has it', () => {
  expect(idsIn("<p title={t('app.new', { name: 'x' })}>app.day</p>")).toEqual(['app.new'])
})

test('finds both ids of a condition', () => {
  expect(idsIn("t(late ? 'app.night' : 'app.day')")).toEqual(['app.night', 'app.day'])
})

test('finds known ids in a table, and no other text', () => {
  expect(idsIn("const words: Record<string, MessageId> = { a: 'app.day', b: 'plain' }")).toEqual(['app.day'])
})

test('finds each known id that a template can form', () => {
  expect(idsIn('t(`app.status.${status}`)')).toEqual(['app.status.booked', 'app.status.booked.long'])
  expect(idsIn('t(`app.status.${status}.long`)')).toEqual(['app.status.booked.long'])
})

test.each(['`${name}`', '`${area}.day`', '`app.day, ${name}`'])('finds nothing in the template %s', code => {
  expect(idsIn(code)).toEqual([])
})

import { expect, test } from 'vitest'
import { maxViews, parseViews, withView } from './saved-views.ts'

const view = (name: string) => ({ name, params: { availability: 'full' } })

test('reads what was stored, and nothing else', () => {
  expect(parseViews(JSON.stringify([view('Full')]))).toEqual([view('Full')])
  for (const stored of [null, '', '{', '{}', '[{}]', '[{"name":"a","params":{"page":1}}]', '"text"']) expect(parseViews(stored)).toEqual([])
  expect(parseViews(JSON.stringify(Array.from({ length: 50 }, (_, index) => view(`${index}`))))).toHaveLength(maxViews)
})

test('replaces a view of the same name, and sorts', () => {
  const other = { name: 'Full', params: { place: 'x' } }
  expect(withView([view('Full'), view('Anna')], other)).toEqual([view('Anna'), other])
})

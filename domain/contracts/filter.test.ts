import { expect, it } from 'vitest'
import { contractStates, matchesContractFilter } from './filter.ts'

const terms = {
  title: 'Terms of use',
  key: 'terms_conditions',
  published_at: '2026-11-01T00:00:00Z',
  withdrawn_at: null,
  draft_version: 2,
  required_for: 'booking',
}
const draft = { title: 'Photos', key: 'photos', published_at: null, withdrawn_at: null, draft_version: 1, required_for: null }
const about = {
  title: 'About us',
  key: 'about',
  published_at: '2026-11-01T00:00:00Z',
  withdrawn_at: null,
  draft_version: null,
  required_for: null,
}
const found = (filter: Parameters<typeof matchesContractFilter>[1]) =>
  [terms, draft, about].filter(contract => matchesContractFilter(contract, filter)).map(({ key }) => key)

it('finds contracts by a part of title or key', () => {
  expect(found({ search: ' TERMS of ' })).toEqual(['terms_conditions'])
  expect(found({ search: '_cond' })).toEqual(['terms_conditions'])
  expect(found({ search: 'missing' })).toEqual([])
})

it('finds contracts by state', () => {
  expect(found({})).toEqual(['terms_conditions', 'photos', 'about'])
  expect(contractStates.map(state => found({ state }))).toEqual([
    ['terms_conditions', 'photos', 'about'],
    ['terms_conditions', 'about'],
    ['terms_conditions', 'photos'],
    ['terms_conditions'],
  ])
})

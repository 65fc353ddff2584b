import { expect, test } from 'vitest'
import { compareEachOther, compareLanguages, findBritish } from './check-languages.mjs'

const german = { file: 'de.json', locale: 'de', covers: 'all' }
const texts = { seats: '{count, plural, =0 {None} one {# seat} other {# seats}} at {place}', free: 'Free' }
const same = { seats: '{count, plural, =0 {Keine} one {# Platz} other {# Plätze}} in {place}', free: 'Frei' }

test('accepts the same values and plurals in another order', () => {
  expect(compareLanguages(texts, same, german)).toEqual([])
  const turned = { ...same, seats: 'In {place}: {count, plural, one {# Platz} other {# Plätze}}' }
  expect(compareLanguages(texts, turned, german)).toEqual([])
})

test('accepts a plural for a value that the default language does not count', () => {
  const missed = { missed: 'Missed in {days} days by {name}' }
  expect(compareLanguages(missed, { missed: '{name}: {days, plural, one {# Tag} other {# Tage}}' }, german)).toEqual([])
  expect(compareLanguages(missed, { missed: '{name}' }, german)).toEqual(['de.json: missed lacks days'])
})

test('finds missing and unknown texts', () => {
  expect(compareLanguages(texts, { seats: same.seats, old: 'Alt' }, german)).toEqual([
    'de.json has no text for free',
    'de.json: there is no old',
  ])
})

test('a language of some texts may lack others, and one of differences repeats none', () => {
  expect(compareLanguages(texts, {}, { ...german, covers: 'clients' })).toEqual([])
  const american = { file: 'en-US.json', locale: 'en-US', covers: 'differences' }
  expect(compareLanguages(texts, { free: 'Free' }, american)).toEqual(['en-US.json: free says the same; leave it out'])
})

test('finds what one language for clients lacks and another has', () => {
  const languages = [
    { file: 'pl.json', translated: { free: 'Wolne', seats: 'Miejsca' } },
    { file: 'tr.json', translated: { free: 'Boş' } },
  ]
  expect(compareEachOther(languages)).toEqual(['tr.json has no text for seats, unlike other languages for clients'])
})

test('finds values that differ', () => {
  const wrong = { ...same, seats: '{count, plural, one {# Platz} other {# Plätze}} in {ort}' }
  expect(compareLanguages(texts, wrong, german)).toEqual([
    'de.json: seats lacks place',
    'de.json: seats has ort, which is not in the original',
  ])
})

test('finds plurals that the language has not, or lacks', () => {
  const wrong = { ...same, seats: '{count, plural, two {# Plätze} other {# Plätze}} in {place}' }
  expect(compareLanguages(texts, wrong, german)).toEqual([
    'de.json: seats: count plural lacks one',
    'de.json: seats: count plural has two, which the language has not',
  ])
})

test('finds British words in American English, but not in the names of values', () => {
  const american = {
    grey: 'Grey',
    gone: '{cancelled, plural, one {One is canceled} other {# are canceled}}',
    why: 'The organisation’s colours',
  }
  expect(findBritish(american, 'en-US.json')).toEqual([
    'en-US.json: grey: “Grey” is British',
    'en-US.json: why: “organisation” is British',
    'en-US.json: why: “colours” is British',
  ])
})

import { expect, test } from 'vitest'
import { isLowScore, explainInvalidAnswer, explainInvalidOptions, type Widget } from './answers.ts'

test.each<[Widget, string[], string | null]>([
  ['star', [], null],
  ['text', ['Yes'], 'field.thisKindOfQuestionHasNo'],
  ['radio', ['Yes'], 'field.mustOfferAtLeastTwoChoices'],
  ['radio', ['Yes', 'No'], null],
  ['select', ['Yes', 'yes'], 'field.mustDifferFromOneAnother'],
  ['select', ['Maße', 'Masse'], null],
  ['colour', ['#f2c14e', '#7fb285'], null],
  ['colour', ['#f2c14e', 'green'], 'field.mustBeColoursLike2f7d6d'],
  ['colour', ['#f2c14e', '##7fb285'], 'field.mustBeColoursLike2f7d6d'],
  ['colour', ['#f2c14e', '#7fb2850'], 'field.mustBeColoursLike2f7d6d'],
])('%s with %j: %s', (widget, options, expected) => {
  expect(explainInvalidOptions(widget, options)).toBe(expected)
})

test.each<[Widget, string, boolean, string | null]>([
  ['star', '5', true, null],
  ['star', '0', true, 'field.mustBe1To5Stars'],
  ['star', '15', true, 'field.mustBe1To5Stars'],
  ['star', '50', true, 'field.mustBe1To5Stars'],
  ['star', '', true, 'field.pleaseAnswerThis'],
  ['star', '', false, null],
  ['radio', 'Yes', true, null],
  ['radio', 'Perhaps', true, 'field.mustBeOneOfTheChoices'],
  ['text', 'Anything', false, null],
])('%s answered with %j', (widget, value, required, expected) => {
  expect(explainInvalidAnswer({ id: '1', widget, options: ['Yes', 'No'], required }, value)).toBe(expected)
})

test('a score is low at the organisation’s mark and below, never at 0', () => {
  const stars = (value: string) => [{ widget: 'star' as const, value }]
  expect(isLowScore([...stars('5'), ...stars('1')], 2)).toBe(true)
  expect(isLowScore([{ widget: 'radio', value: '1' }], 2)).toBe(false)
  expect([isLowScore(stars('2'), 2), isLowScore(stars('3'), 2), isLowScore(stars('1'), 0)]).toEqual([true, false, false])
})

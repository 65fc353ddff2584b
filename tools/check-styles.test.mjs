import { expect, test } from 'vitest'
import { findPhysical } from './check-styles.mjs'

test('finds left and right in names and values', () => {
  const css = 'a { margin-left: 1px; right: 0; text-align: left; border-top-left-radius: 2px; border-right-color: red }'
  expect(findPhysical(css)).toEqual(['margin-left', 'right', 'text-align: left', 'border-top-left-radius', 'border-right-color'])
})

test('accepts logical properties, background positions and comments', () => {
  const css = 'a { margin-inline-start: 1px; text-align: end; background-position: right 1px center; inset-inline-end: 0 } /* left: 0 */'
  expect(findPhysical(css)).toEqual([])
})

test('finds four values whose sides or corners differ', () => {
  const css = 'a { padding: 1px 2px 3px 4px; inset: 0 auto 0 0; border-radius: 1px 1px 1px 0; scroll-margin: 1px 2px 3px calc(1px + 1px) }'
  expect(findPhysical(css)).toEqual(['padding', 'inset', 'border-radius', 'scroll-margin'])
})

test('accepts four values that are the same on both sides', () => {
  expect(findPhysical('a { padding: 1px calc(1px + 1px) 3px calc(1px + 1px); margin: 1px 2px; border-radius: 1px 1px 2px 2px }')).toEqual(
    [],
  )
})

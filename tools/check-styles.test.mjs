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

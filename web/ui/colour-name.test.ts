import { expect, test } from 'vitest'
import { nameColours } from './colour-name.ts'

test('colours are called what people call them, and told apart', () => {
  expect(
    nameColours(['#f2c14e', '#7fb285', '#5b8fb9', '#9a86a4', '#6c6f73', '#c8553d', '#8fc7a0', '#ffffff', '#101010', '#12305a']),
  ).toEqual(['Yellow', 'Green', 'Blue', 'Purple', 'Grey', 'Red', 'Green 2', 'White', 'Black', 'Dark blue'])
})

import { expect, it } from 'vitest'
import { freeLevel } from './free-level.ts'

it('calls 1 to 3 free times few', () => {
  expect([-1, 0, 1, 3, 4, 500].map(freeLevel)).toEqual(['none', 'none', 'few', 'few', 'many', 'many'])
})

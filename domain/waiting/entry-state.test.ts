import { expect, it } from 'vitest'
import { isOpenEntry } from './entry-state.ts'

it('counts an entry as open while it waits or is offered a seat', () => {
  const states = ['waiting', 'offered', 'taken', 'left', 'expired']
  expect(states.filter(isOpenEntry)).toEqual(['waiting', 'offered'])
})

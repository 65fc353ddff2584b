import { expect, it } from 'vitest'
import { Refusal } from './refusal.ts'
import { limitConcurrency } from './limit-concurrency.ts'

it('limits running and waiting calls, and refuses the rest', async () => {
  const bounded = limitConcurrency(2, 3)
  const finish: (() => void)[] = []
  let running = 0
  let most = 0
  const piece = (name: number) =>
    bounded(async () => {
      most = Math.max(most, (running += 1))
      await new Promise<void>(resolve => finish.push(resolve))
      running -= 1
      return name
    })
  const answers = [1, 2, 3, 4, 5, 6].map(piece)
  expect(await answers[5]).toMatchObject({ code: 'unavailable', details: { retry_after: 2 } })
  while (finish.length > 0) {
    finish.shift()!()
    await new Promise(resolve => setImmediate(resolve))
  }
  expect(await Promise.all(answers.slice(0, 5))).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

it('gives the place on when work fails', async () => {
  const bounded = limitConcurrency(1, 1)
  const failing = bounded(() => Promise.reject(new Error('broken')))
  const next = bounded(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(await bounded(async () => 'again')).not.toBeInstanceOf(Refusal)
})

it('lets owners take turns, and refuses only the one whose queue is full', async () => {
  const bounded = limitConcurrency(1, 3)
  const order: string[] = []
  const piece = (owner: string) => bounded(async () => void order.push(owner), owner)
  const [greedy, modest] = [
    ['a', 'a', 'a', 'a', 'a'],
    ['b', 'b'],
  ].map(owners => owners.map(piece))
  const answers = await Promise.all([...greedy!, ...modest!])
  expect(answers.filter(answer => answer instanceof Refusal)).toHaveLength(1)
  expect(order.slice(0, 5)).toEqual(['a', 'a', 'b', 'a', 'b'])
})

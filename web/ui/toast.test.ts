import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, pauseToasts, shownToasts, toast } from './toast.ts'

const texts = () => shownToasts().map(({ text }) => text)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  pauseToasts(false)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
})

test('a toast stays for 4000 ms', () => {
  toast('Saved')
  expect(shownToasts()[0]).toMatchObject({ text: 'Saved', type: 'default', duration: 4000 })
  vi.advanceTimersByTime(3750)
  expect(texts()).toEqual(['Saved'])
  vi.advanceTimersByTime(250)
  expect(texts()).toEqual([])
})

test('its time stands still under the pointer or the focus', () => {
  toast('Saved', { type: 'success' })
  vi.advanceTimersByTime(3000)
  pauseToasts(true)
  vi.advanceTimersByTime(10_000)
  expect(texts()).toEqual(['Saved'])
  pauseToasts(false)
  vi.advanceTimersByTime(1000)
  expect(texts()).toEqual([])
})

test('more than three wait, and come when there is room', () => {
  for (const text of ['one', 'two', 'three', 'four']) toast(text)
  expect(texts()).toEqual(['one', 'two', 'three'])
  dismissToast(shownToasts()[1]?.id ?? 0)
  expect(texts()).toEqual(['one', 'three', 'four'])
  vi.advanceTimersByTime(4000)
  expect(texts()).toEqual([])
})

test('one that waited has its whole time', () => {
  for (const text of ['one', 'two', 'three', 'four']) toast(text)
  vi.advanceTimersByTime(4000)
  expect(texts()).toEqual(['four'])
  vi.advanceTimersByTime(3750)
  expect(texts()).toEqual(['four'])
})

import { notifyManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdAnswersWhilePressed } from './press-hold.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an answer that arrives between press and release does not move the page under the pointer', () => {
  const page = new EventTarget()
  holdAnswersWhilePressed(page)
  const shown = vi.fn<() => void>()
  page.dispatchEvent(new Event('pointerdown'))
  notifyManager.schedule(shown)
  vi.advanceTimersByTime(300)
  expect(shown).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('pointerup'))
  vi.advanceTimersByTime(0)
  expect(shown).toHaveBeenCalledOnce()
})

test('a long press does not hold answers back for ever', () => {
  const page = new EventTarget()
  holdAnswersWhilePressed(page)
  const shown = vi.fn<() => void>()
  page.dispatchEvent(new Event('pointerdown'))
  notifyManager.schedule(shown)
  vi.advanceTimersByTime(700)
  expect(shown).toHaveBeenCalledOnce()
})

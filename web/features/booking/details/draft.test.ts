import { beforeEach, describe, expect, test } from 'vitest'
import { clearDraft, clearIdempotencyKey, saveDraft, idempotencyKeyFor, readDraft } from './draft.ts'

beforeEach(clearDraft)

describe('what was written', () => {
  test('begins with one empty question', () => {
    expect(readDraft()).toEqual({ questions: [''], accepted: [] })
  })

  test('is kept until it is forgotten', () => {
    saveDraft({ questions: ['About work'], accepted: ['v1'] })
    expect(readDraft()).toEqual({ questions: ['About work'], accepted: ['v1'] })
    clearDraft()
    expect(readDraft().questions).toEqual([''])
  })
})

describe('the key of an intent', () => {
  test('stays the same for the same request, and is another for another', () => {
    const first = idempotencyKeyFor('a')
    expect(idempotencyKeyFor('a')).toBe(first)
    expect(idempotencyKeyFor('b')).not.toBe(first)
  })

  test('is new once the server has answered', () => {
    const first = idempotencyKeyFor('a')
    clearIdempotencyKey()
    expect(idempotencyKeyFor('a')).not.toBe(first)
  })
})

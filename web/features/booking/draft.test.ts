import { beforeEach, describe, expect, test } from 'vitest'
import { forgetDraft, forgetKey, keepDraft, keyOfIntent, readDraft } from './draft.ts'

beforeEach(forgetDraft)

describe('what was written', () => {
  test('begins with one empty question', () => {
    expect(readDraft()).toEqual({ questions: [''], accepted: [] })
  })

  test('is kept until it is forgotten', () => {
    keepDraft({ questions: ['About work'], accepted: ['v1'] })
    expect(readDraft()).toEqual({ questions: ['About work'], accepted: ['v1'] })
    forgetDraft()
    expect(readDraft().questions).toEqual([''])
  })
})

describe('the key of an intent', () => {
  test('stays the same for the same wish, and is another for another', () => {
    const first = keyOfIntent('a')
    expect(keyOfIntent('a')).toBe(first)
    expect(keyOfIntent('b')).not.toBe(first)
  })

  test('is new once the server has answered', () => {
    const first = keyOfIntent('a')
    forgetKey()
    expect(keyOfIntent('a')).not.toBe(first)
  })
})

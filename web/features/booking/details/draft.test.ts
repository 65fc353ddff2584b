import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#contract/people.ts'
import { clearSession, storeLogin } from '../../../lib/session.ts'
import { setJoinState } from '../../sessions/join-state.ts'
import { attemptAt, clearAttempt, clearDraft, saveDraft, readDraft } from './draft.ts'

const client = {
  token: 'token',
  user: { id: 'client', name: 'Client' } as User,
  access: { isAdmin: false, isMentor: false },
  abilities: [],
}

const interpreting = { needs_interpreter: false, spoken_language: '' }

beforeEach(() => {
  clearDraft()
  clearSession()
  setJoinState({})
})

describe('what was written', () => {
  test('begins with one empty question', () => {
    expect(readDraft()).toEqual({ name: '', email: '', questions: [''], accepted: [], interpreting, interpreted: false })
  })

  test('is kept until it is forgotten', () => {
    storeLogin(client)
    saveDraft({
      name: '',
      email: '',
      questions: ['About work'],
      accepted: [{ version_id: 'v1', language: 'de' }],
      interpreting,
      interpreted: false,
    })
    expect(readDraft()).toMatchObject({ questions: ['About work'], accepted: [{ version_id: 'v1', language: 'de' }] })
    clearDraft()
    expect(readDraft().questions).toEqual([''])
  })

  test('begins with the interpreter of the own record', () => {
    storeLogin({ ...client, user: { ...client.user, needs_interpreter: true, spoken_language: 'so' } })
    expect(readDraft().interpreting).toEqual({ needs_interpreter: true, spoken_language: 'so' })
  })

  test('overrides no newer answer in the address', () => {
    storeLogin(client)
    saveDraft(readDraft())
    expect(readDraft(true).interpreting.needs_interpreter).toBe(true)
    saveDraft(readDraft(true))
    expect(readDraft(false).interpreting.needs_interpreter).toBe(false)
  })

  test('keeps an answer that is newer than the address', () => {
    storeLogin(client)
    saveDraft({ ...readDraft(true), interpreting })
    expect(readDraft(true).interpreting.needs_interpreter).toBe(false)
    saveDraft({ ...readDraft(), interpreting: { needs_interpreter: true, spoken_language: 'so' } })
    expect(readDraft(false).interpreting).toEqual({ needs_interpreter: true, spoken_language: 'so' })
  })

  test('of a new person ends with their joining', () => {
    saveDraft({ name: 'Ana', email: '', questions: ['About work'], accepted: [], interpreting, interpreted: false })
    expect(readDraft()).toMatchObject({ name: 'Ana', questions: ['About work'] })
    setJoinState({})
    expect(readDraft()).toMatchObject({ name: '', questions: [''] })
  })

  test('of a new person is not shown to the client who logs in next', () => {
    saveDraft({
      name: 'Ana',
      email: '',
      questions: ['About work'],
      accepted: [{ version_id: 'v1', language: 'de' }],
      interpreting,
      interpreted: false,
    })
    storeLogin(client)
    expect(readDraft()).toMatchObject({ name: '', questions: [''], accepted: [] })
  })
})

describe('the attempt at an intent', () => {
  test('stays the same for the same choice, and is another for another', () => {
    const first = attemptAt('a', 1)
    expect(attemptAt('a', 1)).toEqual(first)
    expect(attemptAt('b', 1).key).not.toBe(first.key)
  })

  test('sends no other request where less has to be accepted meanwhile', () => {
    storeLogin(client)
    const first = attemptAt('a', ['registration', 'booking'])
    expect(attemptAt('a', ['booking'])).toEqual(first)
  })

  test('is not the attempt of the client who logs in next', () => {
    const { key } = attemptAt('a', 1)
    storeLogin(client)
    expect(attemptAt('a', 1).key).not.toBe(key)
  })

  test('is new once the server has answered', () => {
    const { key } = attemptAt('a', 1)
    clearAttempt()
    expect(attemptAt('a', 1).key).not.toBe(key)
  })
})

import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { makeSupportType } from '#database/factories.ts'
import { openTestDatabase } from '../testing/database.ts'
import { keepContentTexts } from './content-texts.ts'
import type { Live } from './live.ts'

const { db } = await openTestDatabase()

test('texts are kept until the database notifies of a change, or for five seconds', async () => {
  const { id } = await makeSupportType(db)
  const live = new EventEmitter() as unknown as Live
  const clock = { ms: 0 }
  const texts = keepContentTexts(db, live, () => clock.ms)
  const nameNow = async () => (await texts.get('de'))?.get(id)?.name
  const translate = (text: string) =>
    db
      .insertInto('translations')
      .values({ subject_id: id, language: 'de', field: 'name', text, source_sha256: '0' })
      .onConflict(clash => clash.columns(['subject_id', 'language', 'field']).doUpdateSet({ text }))
      .execute()

  expect(await nameNow()).toBeNull()
  await translate('Beratung')
  expect(await nameNow()).toBeNull()
  live.emit('public')
  expect(await nameNow()).toBe('Beratung')
  await translate('Gespräch')
  clock.ms = 4999
  expect(await nameNow()).toBe('Beratung')
  clock.ms = 5000
  expect(await nameNow()).toBe('Gespräch')
  for (const [event, text] of [
    ['schedules', 'Termin'],
    ['gap', 'Treffen'],
  ] as const) {
    await translate(text)
    live.emit(event as 'gap')
    expect(await nameNow()).toBe(text)
  }
})

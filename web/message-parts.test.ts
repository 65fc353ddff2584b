import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { defaultLanguage } from '../contract/languages.ts'
import { fillPlaces } from './language-copies.ts'
import { messageIdsIn, readMessageIds } from './message-extractor.ts'
import { messageParts } from './message-parts.ts'

/** As a build calls it. */
const plugin = messageParts() as unknown as {
  config: (config: object, env: { command: string }) => void
  transform: (this: object, code: string, id: string) => Promise<{ code: string } | undefined>
}
plugin.config({}, { command: 'build' })
const transform = async (address: string, code = '') =>
  fillPlaces((await plugin.transform.call({ addWatchFile: () => {} }, code, address))?.code ?? code, defaultLanguage)
const inWeb = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The ids of the texts that the built file brings with it. */
async function broughtBy(file: string): Promise<Set<string>> {
  const parts = [...(await transform(inWeb(file), '')).matchAll(/^import '(.+)'$/gm)].map(([, part = '']) => part)
  const written = await Promise.all(parts.map(part => transform(part)))
  return new Set(written.flatMap(code => Object.keys(JSON.parse(/addMessages\((.*)\)/.exec(code)?.[1] ?? '{}') as object)))
}

test.each(['pages/admin/audit.tsx', 'features/planner/copy-dialog.tsx', 'lib/staff-pages.ts', 'features/booking/time/calendar.tsx'])(
  '%s brings every text that it shows and the first page has not',
  async file => {
    const shown = messageIdsIn(file, await readFile(inWeb(file), 'utf8'), readMessageIds())
    const first = await transform(inWeb('messages/en.json?part=first-page'))
    const brought = await broughtBy(file)
    expect(brought.size).toBeGreaterThan(0)
    expect([...shown].filter(id => !brought.has(id) && !first.includes(`"${id}"`))).toEqual([])
  },
)

test('files of the first page bring no further texts', async () => {
  expect(await broughtBy('pages/booking.tsx')).toEqual(new Set())
})

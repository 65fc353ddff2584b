import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { holds } from '../measuring/report.ts'
import { optionsOf, type Drill } from './drill.ts'

// Every drill in its short form, with the journeys: it needs the built product, and no browser.
// Each starts a product of its own, which takes its time where others do the same.
test.describe.configure({ timeout: 150_000 })

const folder = path.join(import.meta.dirname, '../drills')
for (const file of (await readdir(folder)).filter(file => file.endsWith('.ts'))) {
  const { drill } = (await import(path.join(folder, file))) as { drill: Drill }
  test(`drill ${path.basename(file, '.ts')}: ${drill.promise}`, async () => {
    const unable = (await drill.unable?.()) ?? null
    test.skip(unable !== null, unable ?? '')
    const { targets } = await drill.run({ options: optionsOf(drill, drill.short), broken: null })
    expect(targets.filter(target => !holds(target))).toEqual([])
  })
}

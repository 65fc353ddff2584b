import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { holds } from '../measuring/report.ts'
import { optionsOf, type Drill } from './drill.ts'

// Drills in their short form: they need the built product, and no browser. CI runs those of the booking core
// (`npm run check -- --only build,core`); `npm run check -- --only build,drills` runs all, which takes minutes. Each
// starts a product of its own, which takes its time where others do the same.
test.describe.configure({ timeout: 300_000 })

const everyDrill = process.env.LOOK_CLOSELY === 'yes'
const always = ['history.ts', 'race.ts']
/** These need a release, and minutes: they have no short form. */
const never = ['packages.ts', 'upgrade.ts']

const folder = path.join(import.meta.dirname, '../drills')
for (const file of (await readdir(folder)).filter(file =>
  everyDrill ? file.endsWith('.ts') && !never.includes(file) : always.includes(file),
)) {
  const { drill } = (await import(path.join(folder, file))) as { drill: Drill }
  test(`drill ${path.basename(file, '.ts')}: ${drill.promise}`, async () => {
    const unable = (await drill.unable?.()) ?? null
    test.skip(unable !== null, unable ?? '')
    const { targets } = await drill.run({ options: optionsOf(drill, drill.short), broken: null })
    expect(targets.filter(target => !holds(target))).toEqual([])
  })
}

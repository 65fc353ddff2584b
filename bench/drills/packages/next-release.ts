import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes an unpacked release a newer one, with a migration; a broken one does not start after it.
 * @param folder Changed in place. Files are replaced, since they may be links.
 */
export async function changeRelease(
  folder: string,
  { from, version, broken, migration }: { from: string; version: string; broken: boolean; migration: number | null },
): Promise<void> {
  const about = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as object
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...about, version }))
  const programs = path.join(folder, 'dist', 'server')
  for (const program of (await readdir(programs)).filter(file => file.endsWith('.js'))) {
    const file = path.join(programs, program)
    const text = (await readFile(file, 'utf8')).replaceAll(`"${from}"`, `"${version}"`)
    await writeFile(file, broken && program === 'main.js' ? 'process.exit(1)' : text)
  }
  if (migration !== null)
    await writeFile(path.join(programs, 'migrations', `${migration}-drill.sql`), `CREATE TABLE drill_${migration} (id int PRIMARY KEY);\n`)
}

interface Versions {
  version: string
  next: string
  broken: string
  /** Without a migration of the broken release, the release before it can use a database that is not restored. */
  migratesBroken?: boolean
}

/** The newer releases of every form. */
export const changes = ({ version, next, broken, migratesBroken = true }: Versions) =>
  [
    { from: version, version: next, broken: false, migration: 9001 },
    { from: next, version: broken, broken: true, migration: migratesBroken ? 9002 : null },
  ] as const

import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAlive, readProcessIdentity } from './processes.ts'
import { DatabaseStartError } from './start-error.ts'

interface Owner {
  pid: number
  birth: string
}

/**
 * Marks the data folder as owned by this process and returns a function that releases it. Refuses
 * if another running process owns it: two servers would share one PostgreSQL, and the first to stop
 * would stop it for the other. The mark of a killed process is ignored, even if its id was reused.
 */
export async function takeOwnership(dataDirectory: string): Promise<() => Promise<void>> {
  const file = path.join(dataDirectory, 'owner.json')
  const mine = `${file}.${process.pid}`
  const owner: Owner = { pid: process.pid, birth: (await readProcessIdentity(process.pid)) ?? '' }
  await writeFile(mine, JSON.stringify(owner), { mode: 0o644 }).catch((error: NodeJS.ErrnoException) => {
    throw new DatabaseStartError(
      `Openhour cannot write to its data folder ${dataDirectory} (${error.code}). Check who owns it, or set OPENHOUR_DATA to another one.`,
    )
  })
  try {
    // Linking is atomic and never shows a partial file to another starting process.
    while (!(await linkUnlessTaken(mine, file))) await removeStaleMark(file)
  } finally {
    await rm(mine, { force: true })
  }
  return () => rm(file, { force: true })
}

async function linkUnlessTaken(mine: string, file: string): Promise<boolean> {
  try {
    await link(mine, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function removeStaleMark(file: string): Promise<void> {
  const aside = `${file}.${process.pid}.stale`
  await refuseLiveOwner(file)
  await rename(file, aside).catch(() => undefined)
  try {
    // Another starting process may have written its mark between check and rename: check the
    // renamed file again.
    await refuseLiveOwner(aside)
  } catch (error) {
    await linkUnlessTaken(aside, file)
    throw error
  } finally {
    await rm(aside, { force: true })
  }
}

async function refuseLiveOwner(file: string): Promise<void> {
  const owner = await readFile(file, 'utf8').then(
    text => parseOwner(text),
    () => undefined,
  )
  if (!owner || !isAlive(owner.pid)) return
  const birth = await readProcessIdentity(owner.pid)
  if (birth !== undefined && birth !== owner.birth) return
  throw new DatabaseStartError(
    `Another Openhour (process ${owner.pid}) is already using the data folder ${path.dirname(file)}. ` +
      'Stop it first, or set OPENHOUR_DATA to another folder for this one.',
  )
}

function parseOwner(text: string): Owner | undefined {
  try {
    return JSON.parse(text) as Owner
  } catch {
    return undefined
  }
}

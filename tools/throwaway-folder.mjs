import { constants } from 'node:fs'
import { access, rm, statfs, writeFile } from 'node:fs/promises'
import { freemem } from 'node:os'
import path from 'node:path'

/** Linux keeps in memory what lies here. */
const inMemory = '/dev/shm'
/** The data of all databases that tests have at the same time, several times over, in bytes. */
const enough = 6e9

/**
 * Temporary folder of the tests: in memory if there is enough, otherwise the system's. Their databases are tens of
 * thousands of short-lived files, which took a quarter of a run on a disk. Drills in the tests kill processes, not
 * the machine, so memory is as good as a disk. A drill run by name (`npm run drill`) keeps its data on the disk.
 * @returns {Promise<NodeJS.ProcessEnv>} The environment in which programs use it.
 */
export async function throwawayFolder() {
  return !process.env.TMPDIR && process.platform === 'linux' && (await hasRoom()) ? { TMPDIR: inMemory } : {}
}

/**
 * Room of its own and of the machine's, and leave to run programs, which PostgreSQL's may have to be copied to.
 */
async function hasRoom() {
  const file = path.join(inMemory, `openhour-${process.pid}`)
  try {
    const { bavail, bsize } = await statfs(inMemory)
    if (Math.min(bavail * bsize, freemem()) < enough) return false
    await writeFile(file, '', { mode: 0o755 })
    await access(file, constants.X_OK)
    return true
  } catch {
    return false
  } finally {
    await rm(file, { force: true })
  }
}

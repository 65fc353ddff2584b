import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, readlink, rm, symlink, utimes } from 'node:fs/promises'
import path from 'node:path'
import { openTurns } from '../turns.ts'

const blockBytes = 1 << 20
/** How many files are compared at the same time. */
const filesAtOnce = 4
/** Clocks of file systems are coarse, and differ from the process's. */
const clockMarginMs = 2000
/** Times of files are set as floating-point seconds. */
const roundingMs = 1

/**
 * Makes `to` equal to the folder `from`; what differs is written, and nothing else. Files have the original's time of
 * change; what is new in `to` has its mode. Follows no links. Programs may write to `from` meanwhile: a second run,
 * after they have ended, makes the copy exact.
 * `sameSince`: when an earlier run began, in ms since 1970; files that did not change since are not read.
 */
export async function mirrorFolder(from: string, to: string, sameSince = 0): Promise<void> {
  const turns = openTurns(filesAtOnce)
  const mirror = async (source: string, target: string): Promise<void> => {
    const found = await statIfAny(source)
    if (found?.isDirectory()) {
      await makeFolder(found, target)
      const names = await readdir(source).catch(unlessMissing<string[]>([]))
      for (const name of await readdir(target))
        if (!names.includes(name)) await rm(path.join(target, name), { recursive: true, force: true })
      // None goes on after the first failure is reported.
      const ends = await Promise.allSettled(names.map(name => mirror(path.join(source, name), path.join(target, name))))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    } else if (found?.isFile()) {
      await turns.enter(turns)
      await mirrorFile(source, found, target, sameSince).finally(() => turns.leave())
    } else if (found?.isSymbolicLink()) {
      await rm(target, { recursive: true, force: true })
      await symlink(await readlink(source), target)
    }
  }
  await mirror(from, to)
}

async function makeFolder({ mode }: Stats, target: string): Promise<void> {
  const existing = await statIfAny(target)
  if (existing?.isDirectory()) return
  if (existing) await rm(target)
  await mkdir(target, { mode: mode & 0o777 })
}

async function mirrorFile(source: string, found: Stats, target: string, sameSince: number): Promise<void> {
  const existing = await statIfAny(target)
  if (existing?.isFile() && isSame(found, existing, sameSince)) return
  if (existing && !existing.isFile()) await rm(target, { recursive: true })
  const original = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessMissing(undefined))
  if (!original) return
  try {
    const copy = await open(target, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, found.mode & 0o777)
    try {
      await copy.truncate(await patch(original, copy))
    } finally {
      await copy.close()
    }
  } finally {
    await original.close()
  }
  // As of before it was read: what was written meanwhile counts as a later change.
  await utimes(target, found.atimeMs / 1000, found.mtimeMs / 1000)
}

const isSame = (source: Stats, copy: Stats, sameSince: number) =>
  source.size === copy.size && source.mtimeMs < sameSince - clockMarginMs && Math.abs(source.mtimeMs - copy.mtimeMs) < roundingMs

/** Writes the blocks that differ. Returns the original's size in bytes. */
async function patch(original: FileHandle, copy: FileHandle): Promise<number> {
  const [wanted, present] = [Buffer.allocUnsafe(blockBytes), Buffer.allocUnsafe(blockBytes)]
  for (let position = 0; ;) {
    const [{ bytesRead: length }, { bytesRead: old }] = await Promise.all([
      original.read(wanted, 0, blockBytes, position),
      copy.read(present, 0, blockBytes, position),
    ])
    if (length === 0) return position
    if (length !== old || wanted.compare(present, 0, length, 0, length) !== 0) {
      const { bytesWritten } = await copy.write(wanted, 0, length, position)
      if (bytesWritten !== length) throw new Error('The disk is full.')
    }
    position += length
  }
}

const statIfAny = (file: string): Promise<Stats | undefined> => lstat(file).catch(unlessMissing(undefined))

/** Programs remove files meanwhile. */
function unlessMissing<Value>(value: Value) {
  return (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}

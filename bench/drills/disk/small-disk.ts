import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk in memory (tmpfs) that really ends where it ends. */
export interface SmallDisk {
  folder: string
  /** Gives it another size, of at least what is on it. */
  resize(megabytes: number): Promise<void>
  /**
   * Fills it to the last byte and keeps it full, whatever is deleted meanwhile; answers how to make room again.
   */
  fill(): Promise<() => Promise<void>>
  remove(): Promise<void>
}

/** Needs root, and a system that lets it mount: many containers do not. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'openhour-drill', folder])
  } catch (error) {
    await rmdir(folder)
    throw error
  }
  // PostgreSQL runs as another system user, who needs access.
  await chmod(folder, 0o711)
  let makeRoom: (() => Promise<void>) | undefined
  return {
    folder,
    resize: async size => void (await run('mount', ['-o', `remount,size=${size}m`, folder])),
    fill: async () => (makeRoom = await fill(folder)),
    async remove() {
      // An interrupted drill left it full. An error of removing it must be shown.
      await makeRoom?.()
      await run('umount', [folder])
      await rmdir(folder)
    },
  }
}

/** Why there is none to be had, or null. */
export async function explainNoSmallDisk(): Promise<string | null> {
  if (process.platform !== 'linux') return 'it mounts a small disk in memory (tmpfs), which needs Linux'
  if (process.getuid?.() !== 0) return 'it mounts a small disk in memory (tmpfs), which needs root'
  try {
    await (await mountSmallDisk(1)).remove()
    return null
  } catch (error) {
    return `it mounts a small disk in memory (tmpfs), which this system does not allow: ${(error as Error).message.trim()}`
  }
}

const piece = Buffer.alloc(64 * 1024)

async function fill(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'ballast')
  const ballast = await open(file, 'w')
  /** Until nothing more goes in. */
  const pour = async () => {
    for (;;) {
      const written = await ballast.write(piece).then(
        ({ bytesWritten }) => bytesWritten,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOSPC') return 0
          throw error
        },
      )
      if (written === 0) return
    }
  }
  await pour()
  const ending = new AbortController()
  const keepingFull = (async () => {
    while (!ending.signal.aborted) {
      await pour()
      await pause(10)
    }
  })()
  return async () => {
    if (ending.signal.aborted) return
    ending.abort()
    await keepingFull
    await ballast.truncate(0)
    await ballast.close()
  }
}

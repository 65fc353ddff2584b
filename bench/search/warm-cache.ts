import { open, readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Reads all that a product's database holds, so that the system has it in memory, as it has what a server that has
 * been up for days looks at. What was just grown lies on the disk: a booking then waits up to 5 ms for it, which
 * says how fast the disk is and nothing of how the work grows. Answers how much it is, in bytes.
 */
export async function warmFileCache(folder: string): Promise<number> {
  const base = path.join(folder, 'postgres/base')
  const buffer = Buffer.allocUnsafe(1 << 20)
  let bytes = 0
  for (const entry of await readdir(base, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = await open(path.join(entry.parentPath, entry.name)).catch(passOverGone)
    if (!file) continue
    for (let read = 1; read > 0; bytes += read) ({ bytesRead: read } = await file.read(buffer))
    await file.close()
  }
  return bytes
}

/** The running server may replace files at any time. */
function passOverGone(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}

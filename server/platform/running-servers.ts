import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readProcessIdentity } from './embedded-postgres/processes.ts'

/** A running server, as it notes itself in its data folder for `openhour status` and `openhour stop`. */
export interface RunningServer {
  pid: number
  /** Tells the process from a later one with the same id. */
  birth: string
  /** Where it listens; null while it starts or migrates. */
  address: string | null
  version: string
  startedAt: string
}

const shape = /^server-\d+\.json$/

/**
 * Notes this process, or changes its note. Returns a function that removes the note. Without the right to write
 * there, it notes nothing: a server with its own PostgreSQL needs no data folder.
 */
export async function noteServer(
  dataDirectory: string,
  { address, version, startedAt }: { address: string | null; version: string; startedAt: Date },
): Promise<() => Promise<void>> {
  const file = path.join(dataDirectory, `server-${process.pid}.json`)
  const note: RunningServer = {
    pid: process.pid,
    birth: (await readProcessIdentity(process.pid)) ?? '',
    address,
    version,
    startedAt: startedAt.toISOString(),
  }
  // Renamed, so that no reader finds half a note.
  await writeFile(`${file}.new`, JSON.stringify(note), { mode: 0o644 })
    .then(() => rename(`${file}.new`, file))
    .catch(() => undefined)
  return () => rm(file, { force: true }).catch(() => undefined)
}

/** The servers that run on a data folder on this machine. Notes of ended processes are skipped. */
export async function listServers(dataDirectory: string): Promise<RunningServer[]> {
  const names = (await readdir(dataDirectory).catch(() => [])).filter(name => shape.test(name))
  const notes = await Promise.all(names.map(name => readNote(path.join(dataDirectory, name))))
  return notes.filter(note => note !== undefined)
}

async function readNote(file: string): Promise<RunningServer | undefined> {
  try {
    const note = JSON.parse(await readFile(file, 'utf8')) as RunningServer
    const birth = await readProcessIdentity(note.pid)
    return birth !== undefined && birth === note.birth ? note : undefined
  } catch {
    return undefined
  }
}

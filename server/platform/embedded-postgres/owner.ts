import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { isAlive, readProcessIdentity } from './processes.ts'
import { DatabaseStartError } from './start-error.ts'

interface Owner {
  pid: number
  birth: string
  /** The name of the owner's socket in the folder; missing in marks of earlier versions. */
  socket?: string | undefined
}

/** Process ids are not unique where several containers share the folder. */
const randomName = () => randomBytes(4).toString('hex')

/** Bytes of a socket's path that every system takes. */
const maxSocketPath = 100

/**
 * Marks the data folder as owned by this process and returns a function that releases it. Refuses
 * if another running process owns it, also in another container on this machine: two servers would share one
 * PostgreSQL, and the first to stop would stop it for the other. The mark of a killed process is ignored, even if
 * its id was reused.
 */
export async function takeOwnership(dataDirectory: string): Promise<() => Promise<void>> {
  const file = path.join(dataDirectory, 'owner.json')
  const mine = `${file}.${randomName()}`
  const socket = await openSocket(dataDirectory)
  const owner: Owner = { pid: process.pid, birth: (await readProcessIdentity(process.pid)) ?? '', socket: socket?.name }
  try {
    await writeMark(dataDirectory, { file, mine, owner })
  } catch (error) {
    await socket?.close()
    throw error
  }
  return async () => {
    await rm(file, { force: true })
    await socket?.close()
  }
}

async function writeMark(dataDirectory: string, { file, mine, owner }: { file: string; mine: string; owner: Owner }): Promise<void> {
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
}

/**
 * Listens on a socket in the folder while this process runs: it tells a process that does not see ours, because it
 * runs in another container. Undefined where the path is too long for a socket, or the file system takes none.
 */
async function openSocket(dataDirectory: string): Promise<{ name: string; close(): Promise<unknown> } | undefined> {
  const name = `owner.${randomName()}.socket`
  const file = path.join(dataDirectory, name)
  if (process.platform === 'win32' || Buffer.byteLength(file) > maxSocketPath) return undefined
  const server = createServer(client => client.destroy()).unref()
  const isOpen = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false)).listen(file, () => resolve(true))
  })
  return isOpen ? { name, close: () => new Promise(resolve => server.close(resolve)) } : undefined
}

/** Whether a process listens on the socket. */
function isAnswered(file: string): Promise<boolean> {
  return new Promise(resolve => {
    const client = connect(file)
    client.once('error', () => resolve(false)).once('connect', () => resolve(true))
    client.once('close', () => client.destroy())
  })
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
  const aside = `${file}.${randomName()}.stale`
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
    const socket = socketOf(file, await readOwner(aside))
    if (socket && !(await isAnswered(socket))) await rm(socket, { force: true })
    await rm(aside, { force: true })
  }
}

const socketOf = (file: string, owner: Owner | undefined) =>
  owner?.socket === undefined ? undefined : path.join(path.dirname(file), path.basename(owner.socket))

async function refuseLiveOwner(file: string): Promise<void> {
  const owner = await readOwner(file)
  if (!owner) return
  const socket = socketOf(file, owner)
  if (!(await isRunning(owner)) && !(socket && (await isAnswered(socket)))) return
  throw new DatabaseStartError(
    `Another Openhour (process ${owner.pid}) is already using the data folder ${path.dirname(file)}. ` +
      'Stop it first, or set OPENHOUR_DATA to another folder for this one.',
  )
}

/** Whether the owner runs in this container. */
async function isRunning({ pid, birth }: Owner): Promise<boolean> {
  if (!isAlive(pid)) return false
  const found = await readProcessIdentity(pid)
  return found === undefined || found === birth
}

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner
  } catch {
    return undefined
  }
}

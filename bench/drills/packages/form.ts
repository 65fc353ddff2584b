import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { freeTimes, publishedVersions, registerClient, send } from '../../../e2e/support/client.ts'
import { logIn } from '../../../e2e/support/people.ts'

/** `npm run release` writes it. */
export const released = path.join(import.meta.dirname, '../../../dist/release')
const port = 18_431
export const url = `http://127.0.0.1:${port}`
/** What the demo of the drill sets. */
export const settings: Readonly<Record<string, string>> = { OPENHOUR_MODE: 'demo', HOST: '127.0.0.1', PORT: String(port) }

/** Collects differences between what a step should do and what it did. */
export interface Steps {
  expectSame(what: string, found: unknown, wanted: unknown): void
}

/** What a form of installation is tried with. */
export interface Trial extends Steps {
  /** For its files; deleted afterwards. */
  folder: string
  version: string
  /** Newer versions: one that works, and one that does not start. */
  next: string
  broken: string
}

/** The released version, and two later ones. */
export async function chooseVersions(): Promise<{ version: string; next: string; broken: string }> {
  const about = await readFile(path.join(import.meta.dirname, '../../../package.json'), 'utf8')
  const { version } = JSON.parse(about) as { version: string }
  const [major, minor, patch] = version.split('.').map(Number)
  return { version, next: `${major}.${minor}.${patch! + 1}`, broken: `${major}.${minor}.${patch! + 2}` }
}

/** A block of commands of a page for operators; the editor in it makes these settings, also of lines that are comments. */
export async function readCommands(page: string, block = 0, edits = settings): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, '../../../docs/operations', page), 'utf8')
  const commands = [...text.matchAll(/^```\n([^`]+)^```$/gm)][block]?.[1]
  if (commands === undefined) throw new Error(`${page} has no commands`)
  const scripts = Object.entries(edits).map(([name, value]) => `-e 's|^#\\?${name}=.*|${name}=${value}|'`)
  return `nano() { sed -i ${scripts.join(' ')} "$1"; }\n${commands}`
}

/** Waits in a script until the server is ready. */
export const untilReady = 'for i in $(seq 120); do openhour status && exit 0; sleep 1; done; exit 1'

/** Books a seat as a new client; answers the appointment's id. */
export async function bookSeat(): Promise<string> {
  const versions = await publishedVersions(url)
  const token = await registerClient(url, 1, versions)
  const [time] = (await freeTimes(url, 1)).times
  const { status, body } = await send(url, 'POST', '/api/appointments', { token, body: { ...time, accepted_version_ids: versions } })
  if (status !== 201 || !body.id) throw new Error(`booking answered ${status}: ${JSON.stringify(body)}`)
  return body.id
}

/** The status that an administrator reads for an appointment; all people sign in again after a restore. */
export async function readAppointment(id: string): Promise<number> {
  const { token } = await logIn(url, 'administrator')
  return (await send(url, 'GET', `/api/appointments/${id}`, { token })).status
}

/** The version in what `openhour status` prints. */
export const versionIn = (output: string): string | undefined => /version (\S+),/.exec(output)?.[1]

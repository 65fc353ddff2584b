import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type AppliedMigration, areOfThisVersion, migrate, readAppliedMigrations } from '#database/migrate.ts'
import { claimMode } from '#database/mode.ts'
import { endEverySession } from '#database/restored.ts'
import { connectClient } from '#database/connect/client.ts'
import { openOrganisationSecrets } from '../features/secrets/open-secrets.ts'
import { createSetupLink } from '../features/sessions/setup/commands.ts'
import { version } from '../features/site/version.ts'
import { readOrganisationSettings, type Settings } from '../platform/config.ts'
import { connect } from '../platform/database/connection.ts'
import {
  type Cluster,
  type Directory,
  DirectoryError,
  keysOf,
  type NewOrganisation,
  type OrganisationState,
} from '../platform/directory/directory.ts'
import { newKey } from '../platform/secrets/key-file.ts'
import { readArchive, refuseOtherVersion, refuseUnwritable, writeArchive } from './archive.ts'
import { type ContentPart, readContent, writeContent } from './copy-database.ts'
import { checkCluster, closeDatabase, connectAsOwner, dropDatabase, nameDatabase, provisionDatabase, reopenDatabase } from './provision.ts'

/** Servers leave a moving organisation by themselves within this time, in ms; afterwards its sessions are ended. */
const maxLeaveMs = 5000

interface Context {
  directory: Directory
  /** Of the installation. */
  shared: Settings
}

/** Rejects with a DirectoryError where settings are not valid for an organisation with these host names. */
export function checkOrganisation(shared: Settings, variables: Record<string, string>, hosts: readonly string[]): void {
  const read = readOrganisationSettings(shared, { databaseUrl: 'postgres://h/d', variables })
  if ('errors' in read) throw new DirectoryError(read.errors.join('\n'))
  if (read.origin !== undefined && !hosts.includes(new URL(read.origin).hostname))
    throw new DirectoryError(`OPENHOUR_ORIGIN must have one of the organisation's host names: ${hosts.join(', ')}.`)
}

/** Adds a cluster, or changes its address, which must work. */
export async function addCluster({ directory }: Context, cluster: Cluster): Promise<void> {
  await checkCluster(cluster)
  await directory.saveCluster(cluster)
}

/** Rejects with a DirectoryError where the cluster has databases of organisations. */
export async function removeCluster({ directory }: Context, name: string): Promise<void> {
  for (const organisation of await directory.list()) {
    const move = await directory.readMove(organisation.id)
    if (move?.from.cluster === name || move?.to.cluster === name)
      throw new DirectoryError(`A move of ${organisation.name} has not ended: openhour organisations resume ${organisation.name}.`)
  }
  await directory.removeCluster(name)
}

/** The clusters with the number of their organisations. */
export async function countByCluster({ directory }: Pick<Context, 'directory'>): Promise<(Cluster & { organisations: number })[]> {
  const [clusters, organisations] = await Promise.all([directory.listClusters(), directory.list()])
  return clusters.map(cluster => ({ ...cluster, organisations: organisations.filter(each => each.cluster === cluster.name).length }))
}

/** The cluster of this name, or the one with the fewest organisations. */
async function chooseCluster(directory: Directory, name: string | undefined): Promise<Cluster> {
  if (name !== undefined) return directory.findCluster(name)
  const [first] = (await countByCluster({ directory })).toSorted((one, other) => one.organisations - other.organisations)
  if (!first) throw new DirectoryError('There is no cluster yet. Add one with openhour organisations add-cluster.')
  return first
}

interface Adding extends Pick<NewOrganisation, 'name' | 'hosts' | 'settings'> {
  cluster: string | undefined
  /** An archive, instead of an empty organisation. */
  from: { file: string; identities: readonly string[] } | undefined
}

/** Drops the database of an addition that did not end, and forgets it. Answers false where there is none. */
async function endAddition(directory: Directory, name: string): Promise<boolean> {
  const addition = await directory.readAddition(name)
  if (!addition) return false
  await dropDatabase(await directory.findCluster(addition.cluster), addition.databaseUrl)
  await directory.forgetAddition(name)
  return true
}

/**
 * Adds an organisation with a database, a role and a key of its own. Answers the path of the set-up link for its first
 * administrator; null if it has one. What an interrupted addition of the name left is dropped.
 */
export const addOrganisation = (
  { directory, shared }: Context,
  { name, hosts, settings: given, cluster: wanted, from }: Adding,
): Promise<string | null> =>
  directory.lock(name, async () => {
    const archive = from && (await readArchive(from.file, from.identities))
    if (archive) await refuseOtherVersion(archive.header, from.file, from.identities)
    const settings = { ...archive?.header.settings, ...given }
    checkOrganisation(shared, settings, hosts)
    const cluster = await chooseCluster(directory, wanted)
    const keys = archive?.header.keys ?? [newKey()]
    await endAddition(directory, name)
    const databaseUrl = nameDatabase(cluster, name)
    await directory.beginAddition(name, { cluster: cluster.name, databaseUrl })
    let link: string | null = null
    try {
      await provisionDatabase(cluster, databaseUrl)
      await migrate(databaseUrl)
      if (archive) await fillDatabase(databaseUrl, archive.content, endEverySession)
      if ((await claimMode(databaseUrl, 'production')) !== 'production') throw new DirectoryError('A demo cannot be added.')
      await openOrganisationSecrets(databaseUrl, keysOf(keys))
      link = await makeSetupLink(databaseUrl)
      await directory.add({ name, hosts, settings, cluster: cluster.name, databaseUrl, keys })
    } catch (error) {
      // The answer to the addition may be lost: what the directory says counts.
      if (await endAddition(directory, name).catch(() => explainLeftover(name, error as Error))) throw error
    }
    return link
  })

function explainLeftover(name: string, { message }: Error): never {
  throw new DirectoryError(
    `${message}\nIts database may be left behind: openhour organisations remove ${name} --without-export drops it, and so does adding ${name} again.`,
  )
}

async function makeSetupLink(databaseUrl: string): Promise<string | null> {
  const { db, close } = connect(databaseUrl)
  try {
    const link = await createSetupLink(db)
    return link && `/setup#${link.token}`
  } finally {
    await close()
  }
}

/** Answers 503 for the organisation until it is resumed; its data stay. */
export const suspendOrganisation = ({ directory }: Context, name: string): Promise<void> =>
  directory.lock(name, async () => {
    const { id } = await directory.find(name)
    await directory.setState(id, 'suspended')
  })

/**
 * Ends an interrupted move, which leaves the organisation in the state before it, or else a suspension. Answers the
 * state.
 */
export const resumeOrganisation = ({ directory }: Context, name: string): Promise<OrganisationState> =>
  directory.lock(name, async () => {
    const { id, cluster } = await directory.find(name)
    if (!(await endMove(directory, name))) {
      await reopenDatabase(await directory.findCluster(cluster), (await directory.readSecrets(id)).databaseUrl)
      await directory.setState(id, 'active')
    }
    return (await directory.find(name)).state
  })

/**
 * Ends a move wherever it stopped: the database that the directory names serves again, in the state before the move, and
 * the other one is dropped. If the directory cannot be asked, nothing is dropped. Answers false where there was none.
 */
async function endMove(directory: Directory, name: string, onServing = () => {}): Promise<boolean> {
  const { id, state } = await directory.find(name)
  const move = await directory.readMove(id)
  if (!move) return false
  const { databaseUrl } = await directory.readSecrets(id)
  const [own, other] = databaseUrl === move.to.databaseUrl ? [move.to, move.from] : [move.from, move.to]
  await reopenDatabase(await directory.findCluster(own.cluster), own.databaseUrl)
  if (state === 'moving') await directory.setState(id, move.state)
  onServing()
  await dropDatabase(await directory.findCluster(other.cluster), other.databaseUrl)
  await directory.saveMove(id, null)
  return true
}

/**
 * Moves an organisation to another cluster. Everything is prepared while it is served; then it answers 503 until its
 * content is copied and compared. Nothing acknowledged is lost: no server can write to the old database from before the
 * copy on. If a step fails, the organisation stays where it is. Answers the interruption in ms and the number of rows.
 */
export const moveOrganisation = ({ directory }: Context, name: string, to: string): Promise<{ interruptedMs: number; rows: number }> =>
  directory.lock(name, async () => {
    await endMove(directory, name)
    const { id, cluster: from, state } = await directory.find(name)
    if (from === to) throw new DirectoryError(`${name} is on ${to} already.`)
    const [source, target] = [await directory.findCluster(from), await directory.findCluster(to)]
    const { databaseUrl: oldUrl } = await directory.readSecrets(id)
    // Otherwise the move could not be ended before the cluster answers.
    await checkCluster(target)
    await reopenDatabase(source, oldUrl)
    await migrate(oldUrl)
    const newUrl = nameDatabase(target, name)
    await directory.saveMove(id, {
      from: { cluster: from, databaseUrl: oldUrl },
      to: { cluster: to, databaseUrl: newUrl },
      state: state === 'suspended' ? 'suspended' : 'active',
    })
    let [began, rows, interruptedMs] = [0, 0, 0]
    try {
      await provisionDatabase(target, newUrl)
      await migrate(newUrl)
      began = performance.now()
      await directory.setState(id, 'moving')
      await waitUntilLeft(source, oldUrl)
      await closeDatabase(source, oldUrl)
      rows = await copyContent(source, oldUrl, newUrl)
      await directory.change(id, { cluster: to, databaseUrl: newUrl })
    } catch (error) {
      // The answer to the change may be lost: what the directory says counts.
      if ((await directory.readSecrets(id)).databaseUrl !== newUrl) {
        await endMove(directory, name)
        throw error
      }
    }
    await endMove(directory, name, () => (interruptedMs = performance.now() - began))
    return { interruptedMs, rows }
  })

async function fillDatabase(
  databaseUrl: string,
  content: AsyncIterable<ContentPart>,
  finish?: (client: pg.Client) => Promise<void>,
): Promise<number> {
  const client = await connectClient(databaseUrl, { settings: { statement_timeout: '0' } })
  try {
    const rows = await writeContent(client, content)
    await finish?.(client)
    await client.query('ANALYZE')
    return rows
  } finally {
    await client.end()
  }
}

async function copyContent(source: Cluster, oldUrl: string, newUrl: string): Promise<number> {
  const reader = await connectAsOwner(source, oldUrl)
  try {
    return await fillDatabase(newUrl, readContent(reader))
  } finally {
    await reader.end()
  }
}

/** Servers complete their requests and close the organisation. */
async function waitUntilLeft(cluster: Cluster, databaseUrl: string): Promise<void> {
  const client = await connectAsOwner(cluster, databaseUrl)
  try {
    const latest = performance.now() + maxLeaveMs
    const others = 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
    while (((await client.query(others)).rowCount ?? 0) > 0 && performance.now() < latest) await pause(50)
  } finally {
    await client.end()
  }
}

/** Rejects with a DirectoryError where this version could not add the archive again. */
async function readMigrationsToExport(client: pg.Client, name: string): Promise<AppliedMigration[]> {
  const migrations = await readAppliedMigrations(client)
  if (await areOfThisVersion(migrations)) return migrations
  throw new DirectoryError(`The database of ${name} does not have the schema of this version. Run openhour organisations migrate first.`)
}

/** Writes an organisation as it is at this moment into a file, while it is served. */
export async function exportOrganisation({ directory, shared }: Context, name: string, file: string): Promise<void> {
  const { id, hosts, cluster } = await directory.find(name)
  const { databaseUrl, settings, keys } = await directory.readSecrets(id)
  const client = await connectAsOwner(await directory.findCluster(cluster), databaseUrl)
  try {
    const migrations = await readMigrationsToExport(client, name)
    const header = { format: 'openhour organisation 1' as const, name, hosts, version, migrations, settings, keys }
    await writeArchive(file, header, readContent(client), shared.backups.recipients)
  } finally {
    await client.end()
  }
}

/**
 * Removes an organisation with its database, after it was exported into `file`; undefined: without an export. If the
 * export fails, it is served as before.
 */
export const removeOrganisation = (context: Context, name: string, file: string | undefined): Promise<void> =>
  context.directory.lock(name, async () => {
    const { directory } = context
    // Its name was free.
    if (await endAddition(directory, name)) return
    await endMove(directory, name)
    const { id, cluster: clusterName, state } = await directory.find(name)
    const { databaseUrl } = await directory.readSecrets(id)
    const cluster = await directory.findCluster(clusterName)
    if (file !== undefined) {
      await refuseUnwritable(file)
      const client = await connectAsOwner(cluster, databaseUrl)
      await readMigrationsToExport(client, name).finally(() => client.end())
    }
    await directory.setState(id, 'suspended')
    if (file !== undefined) {
      try {
        await closeDatabase(cluster, databaseUrl)
        await exportOrganisation(context, name, file)
      } catch (error) {
        const { message } = error as Error
        try {
          await reopenDatabase(cluster, databaseUrl)
          await directory.setState(id, state)
        } catch {
          throw new DirectoryError(`${message}\n${name} is suspended now: openhour organisations resume ${name}.`)
        }
        throw error
      }
    }
    await dropDatabase(cluster, databaseUrl)
    await directory.remove(id)
  })

/** Changes settings (an empty value removes one) and host names; undefined: unchanged. */
export const changeOrganisation = (
  { directory, shared }: Context,
  name: string,
  { variables, hosts }: { variables: Record<string, string>; hosts: readonly string[] | undefined },
): Promise<void> =>
  directory.lock(name, async () => {
    const organisation = await directory.find(name)
    const before = (await directory.readSecrets(organisation.id)).settings
    const settings = Object.fromEntries(Object.entries({ ...before, ...variables }).filter(([, value]) => value !== ''))
    checkOrganisation(shared, settings, hosts ?? organisation.hosts)
    await directory.change(organisation.id, { settings, ...(hosts && { hosts }) })
  })

/**
 * Does something with the database of each organisation, `parallel` at a time; no other command changes the organisation
 * meanwhile. A failure does not keep it from the others.
 */
export async function forEachDatabase(
  { directory }: Context,
  parallel: number,
  work: (databaseUrl: string) => Promise<void>,
  onDone: (name: string, error: Error | null, total: number) => void,
): Promise<void> {
  const organisations = await directory.list()
  const waiting = organisations.values()
  const workNext = async () => {
    for (const { id, name } of waiting) {
      const working = directory.lock(name, async () => work((await directory.readSecrets(id)).databaseUrl))
      const error = await working.then(
        () => null,
        (reason: Error) => reason,
      )
      onDone(name, error, organisations.length)
    }
  }
  await Promise.all(Array.from({ length: parallel }, workNext))
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAddress } from '#database/connect/address.ts'
import { migrate } from '#database/migrate.ts'
import {
  addCluster,
  addOrganisation,
  changeOrganisation,
  countByCluster,
  exportOrganisation,
  forEachDatabase,
  moveOrganisation,
  removeCluster,
  removeOrganisation,
  resumeOrganisation,
  suspendOrganisation,
} from '../organisations/manage.ts'
import { openOrganisationSecrets } from '../features/secrets/open-secrets.ts'
import { readIdentities } from '../platform/backup/encryption.ts'
import type { Settings } from '../platform/config.ts'
import { type Directory, keysOf } from '../platform/directory/directory.ts'
import { readHostName } from '../platform/directory/host-name.ts'
import { readOrganisation } from '../open-organisation.ts'
import { openInstallation } from '../serve-organisations.ts'
import { emergencyLink, inviteAdministrator, setupTasks } from './administrator-links.ts'
import { parse } from './arguments.ts'
import { exitCodes, UsageError } from './exit-codes.ts'
import { finishRestore } from './finish-restore.ts'
import { removeSecondFactor } from './second-factor.ts'
import { listBroken } from './verify.ts'

type Say = (line: string) => void

interface Context {
  directory: Directory
  shared: Settings
  say: Say
}

interface Command {
  usage: string
  summary: string
  /** Answers an exit code, if it is not 0. */
  run: (args: string[], context: Context) => Promise<number | void>
}

const hostOption = { host: { type: 'string', multiple: true } } as const
const required = (value: string | undefined, what: string): string => {
  if (value === undefined) throw new UsageError(`Name ${what}.`)
  return value
}
const theOrganisation = 'the organisation'

/** The first host is the site's own. */
function readHosts(hosts: readonly string[]): string[] {
  return hosts.map(host => {
    const name = readHostName(host)
    if (name === undefined || /:/.test(host)) throw new UsageError(`${host} is not a host name.`)
    return name
  })
}

/** NAME=value, as in the environment. */
function readVariables(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map(text => {
      const at = text.indexOf('=')
      if (at < 1) throw new UsageError('Settings are given as NAME=value; NAME= removes one.')
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}

const readInput = async (): Promise<string> => (await process.stdin.setEncoding('utf8').toArray()).join('')

/** Settings hold passwords, which do not belong into arguments that other users can see. */
async function readVariablesFile(file: string | undefined): Promise<Record<string, string>> {
  if (file === undefined) return {}
  const text = file === '-' ? await readInput() : await readFile(file, 'utf8')
  return readVariables(text.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#')))
}

const commands: Record<string, Command> = {
  'add-cluster': {
    usage: 'add-cluster NAME',
    summary:
      'Add a PostgreSQL cluster, or change its address. The address comes on standard input, with a user who may create roles and databases.',
    async run(args, context) {
      const { positionals } = parse(args, {}, 1)
      const name = required(positionals[0], 'the cluster')
      const adminUrl = (await readInput()).trim()
      if (!parseAddress(adminUrl)) throw new UsageError('Its address must look like postgres://user:password@host:5432/postgres.')
      await addCluster(context, { name, adminUrl })
      context.say(`Added the cluster ${name}.`)
    },
  },
  'remove-cluster': {
    usage: 'remove-cluster NAME',
    summary: 'Forget a PostgreSQL cluster without organisations.',
    async run(args, context) {
      const name = required(parse(args, {}, 1).positionals[0], 'the cluster')
      await removeCluster(context, name)
      context.say(`Removed the cluster ${name}.`)
    },
  },
  clusters: {
    usage: 'clusters',
    summary: 'List the clusters with the number of their organisations.',
    async run(args, context) {
      parse(args, {})
      for (const { name, organisations } of await countByCluster(context)) context.say(`${name.padEnd(24)} ${organisations}`)
    },
  },
  add: {
    usage: 'add NAME --host HOST [--host HOST …] [--cluster NAME] [--settings FILE] [--from ARCHIVE [--identity FILE]]',
    summary: 'Add an organisation, empty or from an archive, and print the one-time link for its first administrator.',
    async run(args, context) {
      const options = {
        ...hostOption,
        cluster: { type: 'string' },
        settings: { type: 'string' },
        from: { type: 'string' },
        identity: { type: 'string' },
      } as const
      const { values, positionals } = parse(args, options, 1)
      const name = required(positionals[0], theOrganisation)
      const hosts = readHosts(values.host ?? [])
      if (hosts.length === 0) throw new UsageError('Name at least one host: --host HOST.')
      const identityFile = values.identity ?? context.shared.backups.identityFile
      const link = await addOrganisation(context, {
        name,
        hosts,
        cluster: values.cluster,
        settings: await readVariablesFile(values.settings),
        from:
          values.from === undefined
            ? undefined
            : { file: path.resolve(values.from), identities: identityFile ? await readIdentities(identityFile) : [] },
      })
      const { settings } = await readOrganisation(context.directory, context.shared, await context.directory.find(name))
      context.say(`Added ${name}: ${settings.origin}`)
      if (link !== null) context.say(`${setupTasks.administrator} ${settings.origin}${link}`)
    },
  },
  list: {
    usage: 'list',
    summary: 'List the organisations with their state, cluster and host names.',
    async run(args, { directory, say }) {
      parse(args, {})
      const unfinished = (await directory.listAdditions()).map(addition => ({ ...addition, state: 'unfinished', hosts: [] }))
      for (const { name, state, cluster, hosts } of [...(await directory.list()), ...unfinished])
        say(`${name.padEnd(24)} ${state.padEnd(10)} ${cluster.padEnd(16)} ${hosts.join(' ')}`.trimEnd())
    },
  },
  set: {
    usage: 'set NAME [--host HOST …] [--settings FILE] [VARIABLE=value …]',
    summary: 'Change settings (VARIABLE= removes one) or all host names. FILE may be - for standard input.',
    async run(args, context) {
      const { values, positionals } = parse(args, { ...hostOption, settings: { type: 'string' } }, 50)
      const [first, ...texts] = positionals
      const name = required(first, theOrganisation)
      const variables = { ...(await readVariablesFile(values.settings)), ...readVariables(texts) }
      await changeOrganisation(context, name, { variables, hosts: values.host && readHosts(values.host) })
      context.say(`Changed ${name}.`)
    },
  },
  move: {
    usage: 'move NAME --to CLUSTER',
    summary: 'Move an organisation to another cluster. It answers 503 while its content is copied.',
    async run(args, context) {
      const { values, positionals } = parse(args, { to: { type: 'string' } }, 1)
      const name = required(positionals[0], theOrganisation)
      const to = required(values.to, 'the cluster: --to CLUSTER')
      const { interruptedMs, rows } = await moveOrganisation(context, name, to)
      context.say(`Moved ${name} to ${to}: ${rows} rows, ${(interruptedMs / 1000).toFixed(1)} s of interruption.`)
    },
  },
  suspend: {
    usage: 'suspend NAME',
    summary: 'Answer 503 for an organisation and run none of its jobs. Its data stay.',
    async run(args, context) {
      const name = required(parse(args, {}, 1).positionals[0], theOrganisation)
      await suspendOrganisation(context, name)
      context.say(`Suspended ${name}.`)
    },
  },
  resume: {
    usage: 'resume NAME',
    summary: 'End an interrupted move, or else a suspension.',
    async run(args, context) {
      const name = required(parse(args, {}, 1).positionals[0], theOrganisation)
      const state = await resumeOrganisation(context, name)
      context.say(state === 'active' ? `Resumed ${name}.` : `Ended the move of ${name}, which is suspended as before.`)
    },
  },
  export: {
    usage: 'export NAME FILE',
    summary: 'Write an organisation with its key into an archive, encrypted if OPENHOUR_BACKUP_RECIPIENT is set.',
    async run(args, context) {
      const [name, file] = parse(args, {}, 2).positionals
      await exportOrganisation(context, required(name, theOrganisation), path.resolve(required(file, 'the file')))
      context.say(`Exported ${name}. The archive holds personal data and the organisation's key.`)
    },
  },
  remove: {
    usage: 'remove NAME --export FILE | --without-export',
    summary: 'Delete an organisation and its database, or what an interrupted addition left (list: unfinished).',
    async run(args, context) {
      const { values, positionals } = parse(args, { export: { type: 'string' }, 'without-export': { type: 'boolean' } }, 1)
      const name = required(positionals[0], theOrganisation)
      if ((values.export === undefined) !== (values['without-export'] === true))
        throw new UsageError('Use either --export FILE or --without-export.')
      await removeOrganisation(context, name, values.export === undefined ? undefined : path.resolve(values.export))
      context.say(`Removed ${name}.`)
    },
  },
  migrate: {
    usage: 'migrate [--parallel NUMBER]',
    summary: "Bring all databases to this version's schema, by default four at a time. Repeat it after failures.",
    run: (args, context) => doForEach(args, context, { done: 'migrated', toDo: 'be migrated', work: migrate }),
  },
  verify: {
    usage: 'verify [--parallel NUMBER]',
    summary: 'Count violations of the guarantees in all databases, by default four at a time.',
    run: (args, context) =>
      doForEach(args, context, {
        done: 'verified',
        toDo: 'be verified',
        async work(url) {
          const broken = await listBroken(url)
          if (broken.length > 0) throw new Error(broken.join(', '))
        },
      }),
  },
  'finish-restore': {
    usage: 'finish-restore NAME [--anyway]',
    summary: 'As openhour finish-restore, for one organisation whose cluster was restored.',
    async run(args, { directory, say }) {
      const { values, positionals } = parse(args, { anyway: { type: 'boolean' } }, 1)
      const name = required(positionals[0], theOrganisation)
      await directory.lock(name, async () => {
        const { databaseUrl, keys } = await directory.readSecrets((await directory.find(name)).id)
        const openKeys = () => openOrganisationSecrets(databaseUrl, keysOf(keys))
        await finishRestore(databaseUrl, { mode: 'production', openKeys, say, anyway: values.anyway ?? false, withoutKey: false })
      })
      say(`The restored database of ${name} is ready; all people sign in again.`)
    },
  },
  'invite-admin': {
    usage: 'invite-admin NAME',
    summary: 'As openhour invite-admin, for one organisation.',
    async run(args, { directory, shared, say }) {
      const name = required(parse(args, {}, 1).positionals[0], theOrganisation)
      await inviteAdministrator((await readOrganisation(directory, shared, await directory.find(name))).settings, say)
    },
  },
  'emergency-link': {
    usage: 'emergency-link NAME PHONE|EMAIL',
    summary: 'As openhour emergency-link, for one organisation.',
    async run(args, { directory, shared, say }) {
      const [name, address] = parse(args, {}, 2).positionals
      const organisation = await directory.find(required(name, theOrganisation))
      await emergencyLink(
        (await readOrganisation(directory, shared, organisation)).settings,
        required(address, "the administrator's phone number or e-mail address"),
        say,
      )
    },
  },
  'remove-second-factor': {
    usage: 'remove-second-factor NAME PHONE|EMAIL',
    summary: 'As openhour remove-second-factor, for one organisation.',
    async run(args, { directory, shared, say }) {
      const [name, address] = parse(args, {}, 2).positionals
      const organisation = await directory.find(required(name, theOrganisation))
      const { settings } = await readOrganisation(directory, shared, organisation)
      const emergency = { emergencyLink: `openhour organisations emergency-link ${organisation.name}` }
      await removeSecondFactor(settings, { address: required(address, "the person's phone number or e-mail address"), ...emergency }, say)
    },
  },
}

interface Task {
  /** In the sentence for each organisation, and in that for those where it failed. */
  done: string
  toDo: string
  work: (databaseUrl: string) => Promise<void>
}

/** Shows progress and then the failures. Answers 0; 1 where it failed for all, and 6 where it failed for some. */
async function doForEach(args: string[], context: Context, { done, toDo, work }: Task): Promise<number> {
  const { values } = parse(args, { parallel: { type: 'string' } })
  const parallel = Number(values.parallel ?? 4)
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > 64) throw new UsageError('--parallel takes a number from 1 to 64.')
  const failures: string[] = []
  let count = 0
  await forEachDatabase(context, parallel, work, (name, error, total) => {
    count += 1
    if (error) failures.push(`${name}: ${error.message}`)
    context.say(`${count}/${total} ${name} ${error ? 'failed' : done}`)
  })
  if (failures.length === 0) return exitCodes.done
  context.say(`${failures.length} of ${count} organisations could not ${toDo}:\n${failures.join('\n')}`)
  return failures.length < count ? exitCodes.partly : exitCodes.failed
}

/** Of `openhour organisations --help`. */
export const organisationsHelp = Object.values(commands)
  .map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  .join('\n')

/** `openhour organisations …`; returns the exit code. */
export async function runOrganisations([name, ...args]: string[], readSettings: () => Settings, say: Say): Promise<number> {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    throw new UsageError(name === undefined ? 'Name a command of openhour organisations.' : `There is no command organisations ${name}.`)
  const shared = readSettings()
  const directory = await openInstallation(shared)
  try {
    return (await command.run(args, { directory, shared, say })) ?? exitCodes.done
  } finally {
    await directory.close()
  }
}

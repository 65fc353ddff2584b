import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { loadEnvFile } from 'node:process'
import { isWrongUsage, printError } from '../operating.ts'
import { readSettings, type Settings } from '../platform/config.ts'
import { maxStopMs } from '../platform/http/graceful-shutdown.ts'
import { version } from '../features/site/version.ts'
import { checkInstallation } from './check.ts'
import { emergencyLink, inviteAdministrator } from './administrator-links.ts'
import { parse } from './arguments.ts'
import { exitCodes, UsageError } from './exit-codes.ts'
import { finishOwnRestore } from './finish-restore.ts'
import { organisationsHelp, runOrganisations } from './organisations.ts'
import { removeSecondFactor } from './second-factor.ts'
import { showStatus, startInBackground, stopServers } from './servers.ts'
import { upgrade } from './upgrade.ts'
import { migrateDatabase, verifyDatabase } from './verify.ts'

/** What commands know of their installation. */
export interface Installation {
  /** Another of the server's programs. */
  entryPoint: (name: string) => URL
  /** The folder of the release, or of the repository. */
  root: string
}

/** Answers are exit codes; they may come later, when a server in the foreground ends by itself. */
type Run = (context: {
  settings: () => Settings
  args: string[]
  say: (line: string) => void
  installation: Installation
}) => Promise<number>

interface Command {
  /** Of `--help`. */
  usage: string
  summary: string
  details?: string
  run: Run
}

/** Runs one of the server's own programs in this process, with the remaining arguments. */
const runProgram =
  (name: string): Run =>
  async ({ args, installation }) => {
    process.argv = [process.argv[0] ?? '', process.argv[1] ?? '', ...args]
    await import(installation.entryPoint(name).href)
    return Number(process.exitCode ?? exitCodes.done)
  }

function seconds(text: string | undefined, standard: number): number {
  if (text === undefined) return standard
  if (!/^\d{1,5}$/.test(text)) throw new UsageError(`--timeout takes a number of seconds, not ${text}.`)
  return Number(text)
}

const commands: Record<string, Command> = {
  start: {
    usage: 'start [--background] [--timeout SECONDS]',
    summary: 'Start the server.',
    details:
      'Runs in the foreground until Ctrl-C or SIGTERM. With --background it returns when the server is ready\n(after at most 120 seconds), and the server writes to openhour.log in OPENHOUR_DATA.',
    run: async context => {
      const { values } = parse(context.args, { background: { type: 'boolean' }, timeout: { type: 'string' } })
      if (!values.background) return runProgram('main')(context)
      return startInBackground({ ...context, settings: context.settings(), timeoutSeconds: seconds(values.timeout, 120) })
    },
  },
  stop: {
    usage: 'stop [--timeout SECONDS]',
    summary: 'Stop the servers of this data folder, after running requests.',
    details:
      'Waits until they have ended, at most twice OPENHOUR_DRAIN_SECONDS and 60 seconds more. A server that is starting ends too; one that is not running is no error.',
    run: async context => {
      const { values } = parse(context.args, { timeout: { type: 'string' } })
      const settings = context.settings()
      return stopServers({ ...context, settings, timeoutSeconds: seconds(values.timeout, maxStopMs(settings.drainSeconds) / 1000 + 20) })
    },
  },
  status: {
    usage: 'status',
    summary: 'Show running servers, and whether they are ready.',
    details: 'Exit code 0: ready. 1: running, but not ready, such as while it starts or migrates. 3: not running.',
    run: async context => {
      parse(context.args, {})
      return showStatus({ ...context, settings: context.settings() })
    },
  },
  check: {
    usage: 'check',
    summary: 'Diagnose the installation: settings, folders, database, senders, disk, clock.',
    details: 'Exit code 0: no problems; warnings are allowed. 1: at least one problem.',
    run: async ({ args, say }) => {
      parse(args, {})
      return checkInstallation(process.env, say)
    },
  },
  backup: {
    usage: 'backup [--if-embedded] [--make-identity FILE]',
    summary: 'Back up the embedded database now, and verify the backup.',
    details:
      '--if-embedded does nothing where there is no embedded database.\n--make-identity FILE creates an identity that decrypts backups, and prints its recipient.',
    run: runProgram('backup'),
  },
  restore: {
    usage: 'restore [BACKUP] [--list] [--replace] [--identity FILE] [--without-key] [--anyway]',
    summary: 'Restore the embedded database from a backup.',
    details:
      'Without BACKUP the newest. --list lists backups with time and version. --replace sets the present database aside.\n--identity FILE decrypts. --without-key removes what a lost key file encrypted.\n--anyway accepts a backup that breaks guarantees.',
    run: runProgram('restore'),
  },
  'finish-restore': {
    usage: 'finish-restore [--without-key] [--anyway]',
    summary: 'After a restore of your own PostgreSQL: migrate, verify, end all sessions.',
    details:
      'Stop Openhour on every server before, and start it afterwards. --without-key removes what a lost key file encrypted.\n--anyway accepts a database that breaks guarantees.',
    run: async context => {
      const { values } = parse(context.args, { 'without-key': { type: 'boolean' }, anyway: { type: 'boolean' } })
      const options = { withoutKey: values['without-key'] ?? false, anyway: values.anyway ?? false }
      return finishOwnRestore(context.settings(), options, context.say)
    },
  },
  upgrade: {
    usage: 'upgrade ARCHIVE [--signers FILE] [--backup-made]',
    summary: 'Upgrade to a release archive, and roll back if it fails.',
    details:
      'SHA256SUMS must be next to ARCHIVE. --signers FILE (allowed signers of ssh-keygen) also checks SHA256SUMS.sig;\nwithout it /etc/openhour/allowed_signers is used if it exists.\n--backup-made: for your own PostgreSQL, which you have backed up: once migrated, it cannot be rolled back.\nExit code 0: upgraded. 1: refused, nothing changed. 4: failed and rolled back. 5: failed, not rolled back.\n6: upgraded, but not for all of many organisations.',
    run: async context => {
      const { values, positionals } = parse(context.args, { signers: { type: 'string' }, 'backup-made': { type: 'boolean' } }, 1)
      const [archive] = positionals
      if (archive === undefined) throw new UsageError('Name the archive of a release.')
      return upgrade({
        archive: path.resolve(archive),
        signers: values.signers,
        backupMade: values['backup-made'] ?? false,
        settings: context.settings(),
        say: context.say,
        root: context.installation.root,
      })
    },
  },
  migrate: {
    usage: 'migrate',
    summary: "Bring the database to this version's schema; servers do so at their start.",
    run: async context => {
      parse(context.args, {})
      return migrateDatabase(context.settings(), context.say)
    },
  },
  verify: {
    usage: 'verify',
    summary: 'Count violations of the guarantees in the database.',
    details: 'Exit code 0: none. 1: at least one.',
    run: async context => {
      parse(context.args, {})
      return verifyDatabase(context.settings(), context.say)
    },
  },
  'invite-admin': {
    usage: 'invite-admin',
    summary: 'Print a one-time link for the first administrator, or for their authenticator app.',
    run: async context => {
      parse(context.args, {})
      return inviteAdministrator(context.settings(), context.say)
    },
  },
  organisations: {
    usage: 'organisations COMMAND',
    summary: 'Manage the organisations of an installation for many.',
    details: organisationsHelp,
    run: ({ args, settings, say }) => runOrganisations(args, settings, say),
  },
  'emergency-link': {
    usage: 'emergency-link PHONE|EMAIL',
    summary: 'Print a sign-in link for an administrator whose identity provider is away.',
    run: async context => {
      const [address] = parse(context.args, {}, 1).positionals
      if (address === undefined) throw new UsageError("Name the administrator's phone number or e-mail address.")
      return emergencyLink(context.settings(), address, context.say)
    },
  },
  'remove-second-factor': {
    usage: 'remove-second-factor PHONE|EMAIL',
    summary: 'Remove the authenticator app and passkeys of a person who lost them.',
    details: 'Recovery codes go too, and all their sessions end. Prints how they sign in again.',
    run: async context => {
      const [address] = parse(context.args, {}, 1).positionals
      if (address === undefined) throw new UsageError("Name the person's phone number or e-mail address.")
      return removeSecondFactor(context.settings(), { address, emergencyLink: 'openhour emergency-link' }, context.say)
    },
  },
}

const configFile = '/etc/openhour/openhour.env'

const overview = () => `Openhour ${version}: appointment booking for organisations that offer people time with a mentor.

Usage: openhour [--config FILE] COMMAND

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(20)} ${summary}`)
  .join('\n')}

openhour COMMAND --help explains a command. Settings are environment variables, or lines NAME=value of
FILE (without --config: ${configFile}, if it exists). The environment wins.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not running (status), 4 rolled back, 5 not rolled back (upgrade),
6 not for all organisations.`

/** Runs one command; returns its exit code. */
export async function runCommandLine(
  args: string[],
  installation: Installation,
  say: (line: string) => void = line => void process.stdout.write(`${line}\n`),
): Promise<number> {
  try {
    const { config, rest } = takeConfig(args)
    const [name, ...given] = rest
    if (name === '--version') return answer(version, say)
    if (name === undefined || name === '--help' || name === 'help') return answer(overview(), say)
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new UsageError(`There is no command ${name}.`)
    if (given.includes('--help'))
      return answer(
        [`Usage: openhour ${command.usage}`, '', command.summary, ...(command.details ? [command.details] : [])].join('\n'),
        say,
      )
    loadConfig(config)
    process.env.OPENHOUR_DATA ||= standardDataFolder()
    const settings = () => {
      const read = readSettings(process.env)
      if ('errors' in read) throw new Error(read.errors.join('\n'))
      return read.settings
    }
    return await command.run({ settings, args: given, say, installation })
  } catch (error) {
    if (!isWrongUsage(error)) throw error
    printError(error)
    return exitCodes.wrongUsage
  }
}

function answer(text: string, say: (line: string) => void): number {
  say(text)
  return exitCodes.done
}

function takeConfig([first, second, ...others]: string[]): { config: string | undefined; rest: string[] } {
  const [option, inline] = first?.split('=', 2) ?? []
  if (option !== '--config') return { config: undefined, rest: [first, second, ...others].filter(arg => arg !== undefined) }
  if (inline !== undefined) return { config: inline, rest: [second, ...others].filter(arg => arg !== undefined) }
  if (second === undefined) throw new UsageError('--config takes a file.')
  return { config: second, rest: others }
}

/** Exported for tests, whose standard file is another one. */
export function loadConfig(named: string | undefined, standard = configFile): void {
  const file = named ?? standard
  try {
    // loadEnvFile calls every failure ENOENT.
    accessSync(file, constants.R_OK)
    loadEnvFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (named === undefined && code === 'ENOENT') return
    throw new UsageError(`The settings file ${file} cannot be read (${code}).`)
  }
}

/** One place for each user, so that the folder in which a command is typed does not matter. */
function standardDataFolder(): string {
  return process.getuid?.() === 0 ? '/var/lib/openhour' : path.join(homedir(), '.local', 'share', 'openhour')
}

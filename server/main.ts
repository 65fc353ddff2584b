import { setFlagsFromString } from 'node:v8'
import { demoLogins, demoPassword } from '#database/demo/demo-logins.ts'
import { fillDemo } from '#database/demo/fill.ts'
import { setupTasks } from './cli/administrator-links.ts'
import { hashPassword } from './features/people/hash-password.ts'
import { createSetupLink } from './features/sessions/setup/commands.ts'
import { version } from './features/site/version.ts'
import { readSettings, type Settings } from './platform/config.ts'
import { explainDatabaseFailure } from './platform/database/connection-failure.ts'
import { dropRoot } from './platform/privileges/drop.ts'
import { noteServer } from './platform/running-servers.ts'
import { Refusal } from './platform/refusal.ts'
import { maxStopMs } from './platform/http/graceful-shutdown.ts'
import type { Platform } from './platform/http/platform.ts'
import { serveOrganisations } from './serve-organisations.ts'
import { startOpenhour, type RunningServer } from './start.ts'

// Collect garbage when the heap has grown by 40 %, not 100 %: a burst of 10,000 requests would leave 80
// MB (docs/performance.md).
setFlagsFromString('--heap-growing-percent=40')
// Under concurrent requests, V8 would allocate their objects in the old generation, which fills up and is collected as a
// whole two to three times as often; each such collection delays every request in progress.
setFlagsFromString('--no-allocation-site-pretenuring')

/** Plain lines for the person at the terminal; the log is separate, for programs. */
const say = (line: string) => void process.stdout.write(`${line}\n`)

function settingsOrExit(): { settings: Settings; warnings: string[] } {
  const read = readSettings(process.env)
  if ('settings' in read) return read
  for (const error of read.errors) process.stderr.write(`${error}\n`)
  process.exit(1)
}

/** Explains failures that the person at the terminal can fix, without a stack trace. */
function describeFailure(error: unknown, { port, host, directoryUrl }: Settings): string {
  const { code, message, hostname } = error as NodeJS.ErrnoException & { hostname?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set PORT to another number, such as PORT=${port + 1}.`
  if (code === 'EACCES') return `Port ${port} is not open to this user. Set PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || (code !== undefined && hostname === host)) return `HOST=${host} is not an address of this machine.`
  return explainDatabaseFailure(error, directoryUrl ? 'OPENHOUR_DIRECTORY_URL' : 'DATABASE_URL') ?? (message || String(error))
}

const { settings, warnings } = settingsOrExit()
let setupLink: Awaited<ReturnType<typeof createSetupLink>> = null

async function prepare({ db, clock }: Platform): Promise<void> {
  if (settings.mode === 'production') {
    setupLink = await createSetupLink(db)
    return
  }
  await fillDemo(db, { today: clock.now(), hashPassword: hashDemoPassword })
}

async function hashDemoPassword(password: string): Promise<string> {
  const hash = await hashPassword(password, settings)
  if (hash instanceof Refusal) throw new Error('the demo’s password could not be hashed')
  return hash
}

function introduce({ address }: RunningServer): void {
  const site = settings.origin ?? address
  say(settings.directoryUrl ? `Openhour serves the organisations of its directory: ${address}` : `Openhour is ready: ${site}`)
  if (settings.mode === 'demo') {
    say(`Demo logins, all with the password ${demoPassword}:`)
    for (const { role, phone } of demoLogins) say(`  ${role.padEnd(14)} ${phone}`)
  }
  for (const line of listMissing(settings)) say(line)
  if (setupLink) say(`${setupTasks[setupLink.makes]} ${site}/setup#${setupLink.token}`)
}

/** Features that production lacks because a setting is missing. */
function listMissing({ mode, mail, sms, directoryUrl }: Settings): string[] {
  if (mode === 'demo' || directoryUrl) return []
  return [
    ...(sms
      ? []
      : [
          'No text messages: OPENHOUR_SMS_URL is not set. Clients cannot join by phone, and people without an e-mail address receive no messages.',
        ]),
    ...(mail
      ? []
      : ['No e-mail: OPENHOUR_SMTP_URL is not set. Clients cannot join by e-mail, and people who chose e-mail receive no messages.']),
  ]
}

/**
 * Stops on Ctrl-C, SIGTERM and SIGHUP, also while starting: completes requests in progress. At a terminal
 * there is no drain time, and a second Ctrl-C ends the process at once. The other signals may arrive
 * twice: from the sender, and because the shell below npm has ended (tools/follow-parent.mjs).
 */
function stopOnSignals(starting: Promise<RunningServer>): void {
  const stop = async (signal: NodeJS.Signals) => {
    if (stopped.signal.aborted) return signal === 'SIGINT' ? process.exit(1) : undefined
    say('Stopping…')
    stopped.abort()
    setTimeout(() => {
      process.stderr.write('Openhour did not stop in time, and ends with something still under way.\n')
      process.exit(1)
    }, maxStopMs(settings.drainSeconds)).unref()
    await (await starting).stop({ atOnce: signal === 'SIGINT' })
    await removeNote()
    process.exit(0)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, signal => void stop(signal).catch(fail))
}

async function fail(error: unknown): Promise<never> {
  await removeNote()
  if ((error as Error).name === 'AbortError') process.exit(0)
  process.stderr.write(`Openhour could not run. ${describeFailure(error, settings)}\n`)
  process.exit(1)
}

async function start(): Promise<RunningServer> {
  await dropRoot(settings, say)
  await note(null)
  if (settings.directoryUrl) return serveOrganisations({ settings, warnings })
  return startOpenhour({ settings, warnings, say, signal: stopped.signal, prepare })
}

const stopped = new AbortController()
const startedAt = new Date()
let removeNote = async () => {}

/** Shows this server to `openhour status` and `openhour stop`, also while it starts. */
async function note(address: string | null): Promise<void> {
  removeNote = await noteServer(settings.dataDirectory, { address, version, startedAt })
}

const starting = start()
stopOnSignals(starting)
starting
  .then(async running => {
    try {
      introduce(running)
      await note(running.address)
    } catch (error) {
      await running.stop({ atOnce: true })
      throw error
    }
  })
  .catch(fail)

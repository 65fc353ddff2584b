import { setFlagsFromString } from 'node:v8'
import { demoLogins, demoPassword } from '#database/demo/demo-logins.ts'
import { fillDemo } from '#database/demo/fill.ts'
import { hashPassword } from './features/people/password-hash.ts'
import { createSetupLink } from './features/sessions/setup/commands.ts'
import { readSettings, type Settings } from './platform/config.ts'
import { dropRoot } from './platform/privileges/drop.ts'
import { Refusal } from './platform/refusal.ts'
import type { Platform } from './platform/http/platform.ts'
import { startOpenhour, type RunningOpenhour } from './start.ts'

// What Node keeps is cleared up when it has grown by two fifths. Left alone it doubles first, and ten thousand who come at once leave 80 MB of garbage lying (docs/performance.md).
setFlagsFromString('--heap-growing-percent=40')

/** Plain lines for the person at the terminal; the log is for programs and goes its own way. */
const say = (line: string) => void process.stdout.write(`${line}\n`)

function settingsOrExit(): { settings: Settings; warnings: string[] } {
  const read = readSettings(process.env)
  if ('settings' in read) return read
  for (const error of read.errors) process.stderr.write(`${error}\n`)
  process.exit(1)
}

/** What a person at the terminal can do something about, without a stack. */
function describeFailure(error: unknown, { port, host }: Settings): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set PORT to another number, such as PORT=${port + 1}.`
  if (code === 'EACCES') return `Port ${port} is not open to this user. Set PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL') return `HOST=${host} is not an address of this machine.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000')
    return `The database of DATABASE_URL cannot be used: ${message || code}.`
  return message || String(error)
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
  const hash = await hashPassword(password)
  if (hash instanceof Refusal) throw new Error('the demo’s password could not be hashed')
  return hash
}

function introduce({ address }: RunningOpenhour): void {
  const site = settings.origin ?? address
  say(`Openhour is ready: ${site}`)
  if (settings.mode === 'demo') {
    say(`Demo logins, all with the password ${demoPassword}:`)
    for (const { role, phone } of demoLogins) say(`  ${role.padEnd(14)} ${phone}`)
  }
  for (const line of whatIsMissing(settings)) say(line)
  if (setupLink) say(`${setupTasks[setupLink.makes]} ${site}/setup#${setupLink.token}`)
}

const setupTasks = {
  administrator: 'Create the first administrator here (the link works once):',
  authenticator: 'No administrator has an authenticator app. With this link an administrator can log in and set one up (it works once):',
}

/** What does not work in production for want of a setting. */
function whatIsMissing({ mode, mail, sms }: Settings): string[] {
  if (mode === 'demo') return []
  return [
    ...(sms
      ? []
      : [
          'No text messages: OPENHOUR_SMS_URL is not set. Nobody can join or log in by a code, and whoever has no e-mail address is not told of anything.',
        ]),
    ...(mail ? [] : ['No e-mail: OPENHOUR_SMTP_URL is not set. Whoever chose e-mail is not told of anything.']),
  ]
}

/** Stopping takes no longer than this beyond the time to drain, in milliseconds; a PostgreSQL left behind is taken over at the next start. */
const patience = 40_000

/**
 * Ctrl-C, SIGTERM and SIGHUP, also while still starting: answers what is under way, then stops; at a terminal nobody needs time to notice. A second Ctrl-C ends at once. The others come
 * twice where they were sent to all processes together: once by themselves, and once because the shell below npm has ended (tools/follow-parent.mjs).
 */
function stopOnSignals(starting: Promise<RunningOpenhour>): void {
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return signal === 'SIGINT' ? process.exit(1) : undefined
    stopping = true
    say('Stopping…')
    setTimeout(
      () => {
        process.stderr.write('Openhour did not stop in time, and ends with something still under way.\n')
        process.exit(1)
      },
      settings.drainSeconds * 1000 + patience,
    ).unref()
    await (await starting).stop({ atOnce: signal === 'SIGINT' })
    process.exit(0)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, signal => void stop(signal).catch(fail))
}

function fail(error: unknown): never {
  process.stderr.write(`Openhour could not run. ${describeFailure(error, settings)}\n`)
  process.exit(1)
}

async function start(): Promise<RunningOpenhour> {
  await dropRoot(settings, say)
  return startOpenhour({ settings, warnings, say, prepare })
}

const starting = start()
stopOnSignals(starting)
starting.then(introduce).catch(fail)

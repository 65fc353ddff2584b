import { isIP } from 'node:net'
import path from 'node:path'
import { nearestName } from './nearest-name.ts'
import { readSms, smsDescriptions, type SmsSettings } from './sms/settings.ts'

/** Everything the environment decides, checked once at start. */
export interface Settings {
  port: number
  host: string
  dataDirectory: string
  /** The keys that decrypt secrets in the database. */
  keyFile: string
  /** Undefined: the embedded PostgreSQL in the data directory. */
  databaseUrl: string | undefined
  /** A copy of the database, for lists that look back. Undefined: they are read from the database itself. */
  readUrl: string | undefined
  rateLimit: boolean
  /** How long a rush waits before those who came first are refused; 0: for as long as it takes. */
  patienceSeconds: number
  mode: 'demo' | 'production'
  logLevel: (typeof logLevels)[number]
  /** How long a server that is told to stop goes on answering, in seconds. */
  drainSeconds: number
  /** The bearer token that reads /metrics. Undefined: in demo mode programs on the same machine, in production none. */
  metricsToken: string | undefined
  /** Where weaknesses are reported: `mailto:…` or `https://…`. Undefined: the organisation's own contact. */
  securityContact: string | undefined
  backups: {
    /** Of all of them. */
    folder: string
    /** 0: the product makes none by itself. */
    everyMinutes: number
    /** How many of the newest stay. */
    newest: number
    /** Of age; none: backups are not encrypted. */
    recipients: string[]
    /** With what opens encrypted backups, for restoring. */
    identityFile: string | undefined
  }
  /** Addresses and ranges of proxies: of requests from there, the address that `X-Forwarded-For` says counts. */
  proxies: string[]
  /** Addresses and ranges of the operator's own, to which addresses that people type in may lead, also over http. */
  privateNetworks: string[]
  /** Without a slash at the end. Undefined: the address the server listens on. */
  origin: string | undefined
  /** Where e-mail is handed over, and the address it comes from. Undefined: none is sent. */
  mail: { url: string; from: string } | undefined
  /** Where text messages are handed over. Undefined: none is sent, and no codes. */
  sms: SmsSettings | undefined
  /** Whether this process sends messages, beside what it answers or instead. */
  worker: (typeof workers)[number]
}

/** By what messages go out; the demo shows them all to its administrators, so nobody is out of reach there. */
export const gatewaysOf = ({ mail, sms, mode }: Settings): ('sms' | 'email')[] => {
  if (mode === 'demo') return ['sms', 'email']
  return [...(sms ? (['sms'] as const) : []), ...(mail ? (['email'] as const) : [])]
}

/** Where the site is: what an operator named, or else the address that it listens on. Never what a request says. `port`: the one that was taken where any would do. */
export function siteAddress({ origin, host, port }: Settings, taken: number | undefined): string {
  return origin ?? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port || taken || 0}`
}

/** One line of the table of settings, as people read it. */
export interface SettingDescription {
  name: string
  standard: string
  meaning: string
}

const workers = ['on', 'off', 'only'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The table of settings: what is accepted, and what the documentation prints. */
export const settingDescriptions: readonly SettingDescription[] = [
  { name: 'PORT', standard: '3000', meaning: 'The port to listen on; 0 takes a free one.' },
  {
    name: 'HOST',
    standard: '127.0.0.1',
    meaning: 'The address to listen on; in demo mode only this machine: 127.0.0.1, ::1 or localhost.',
  },
  { name: 'OPENHOUR_DATA', standard: './data', meaning: 'The folder for the embedded database and uploaded files.' },
  {
    name: 'DATABASE_URL',
    standard: 'embedded',
    meaning: 'Your own PostgreSQL, version 15 or newer: postgres://user:password@host:port/database.',
  },
  {
    name: 'OPENHOUR_KEY_FILE',
    standard: 'secrets.key in OPENHOUR_DATA',
    meaning:
      'The file whose first key encrypts secrets in the database, made at the first start; needed with DATABASE_URL in production, the same on every server. No backup holds it: keep a copy elsewhere.',
  },
  {
    name: 'OPENHOUR_READ_URL',
    standard: 'none',
    meaning:
      'A copy of the database of DATABASE_URL by streaming replication, which lists that look back are read from: the log, messages, feedback, acceptances. Nothing is decided by it.',
  },
  { name: 'OPENHOUR_RATE_LIMIT', standard: 'on', meaning: 'on or off; off is for load tests and refused outside demo mode.' },
  {
    name: 'OPENHOUR_PATIENCE',
    standard: '8',
    meaning:
      'Where more come than can be answered, some are told to come again once others would wait for more seconds than this; 0 refuses nobody.',
  },
  {
    name: 'OPENHOUR_MODE',
    standard: 'demo',
    meaning:
      'demo fills in an example organisation and answers this machine only; production starts empty and prints a one-time link for its first administrator. A database keeps the mode of its first start.',
  },
  { name: 'OPENHOUR_LOG', standard: 'warn in demo mode, info in production', meaning: `How much is logged: ${logLevels.join(', ')}.` },
  {
    name: 'OPENHOUR_ORIGIN',
    standard: 'where it listens',
    meaning: "The site's public address, such as https://book.example.org; links in messages and addresses of calendars begin with it.",
  },
  {
    name: 'OPENHOUR_SMTP_URL',
    standard: 'none',
    meaning:
      'The mail server that sends e-mail: smtp://user:password@host:587 (with STARTTLS where it offers it, and only with it where there is a password) or smtps://… (port 465). Without it the demo shows messages to its administrators, and production sends none and says so of each.',
  },
  {
    name: 'OPENHOUR_MAIL_FROM',
    standard: 'none',
    meaning:
      'The address that e-mail comes from, such as appointments@example.org; needed with OPENHOUR_SMTP_URL. The organisation’s name stands before it.',
  },
  ...smsDescriptions,
  {
    name: 'OPENHOUR_WORKER',
    standard: 'on',
    meaning:
      'on: this server sends messages beside what it answers; off: others do; only: it sends messages and answers nothing but /metrics, with DATABASE_URL.',
  },
  {
    name: 'OPENHOUR_PROXIES',
    standard: 'none',
    meaning:
      'Addresses or ranges (10.0.0.0/8), with commas, of what stands before the server: people are told apart by the X-Forwarded-For that it adds. Without it everybody behind a proxy shares the limits of one address.',
  },
  {
    name: 'OPENHOUR_PRIVATE_NETWORKS',
    standard: 'none',
    meaning:
      'Addresses or ranges, with commas, of your own network to which webhooks and mentors’ calendars may lead, also over http. Without it they lead into the public net, over https, and nowhere else.',
  },
  {
    name: 'OPENHOUR_DRAIN',
    standard: '0 in demo mode, 5 in production',
    meaning:
      'How many seconds a server told to stop (SIGTERM) still answers while it says that it is not ready, up to twice as many while it is asked; more than whatever spreads requests takes to notice.',
  },
  {
    name: 'OPENHOUR_METRICS_TOKEN',
    standard: 'none',
    meaning:
      'The bearer token that reads /metrics. Without it, production does not serve /metrics, and the demo serves it to programs on this machine.',
  },
  {
    name: 'OPENHOUR_SECURITY_CONTACT',
    standard: 'the site’s contact',
    meaning:
      'Where weaknesses are reported, for /.well-known/security.txt: an e-mail address or an https address. Without it, the e-mail address in the site’s contact, or its page /about.',
  },
  {
    name: 'OPENHOUR_BACKUPS',
    standard: 'backups in OPENHOUR_DATA',
    meaning: 'The folder for backups of the embedded database; on another disk they outlive this one.',
  },
  {
    name: 'OPENHOUR_BACKUP_EVERY',
    standard: '45',
    meaning: 'Minutes from one backup of the embedded database to the next; 0 makes none.',
  },
  {
    name: 'OPENHOUR_BACKUPS_KEPT',
    standard: '24',
    meaning: 'How many of the newest backups stay; the last of each of the past seven days stays besides.',
  },
  {
    name: 'OPENHOUR_BACKUP_RECIPIENT',
    standard: 'none',
    meaning:
      'Encrypts backups of the embedded database for this recipient of age (age1…), or for several with commas; npm run backup -- --make-identity FILE makes one.',
  },
  {
    name: 'OPENHOUR_BACKUP_IDENTITY',
    standard: 'none',
    meaning:
      'For npm run restore only: the file with the identity that opens encrypted backups. The server does not need it and should not have it.',
  },
]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings, or answers every error at once as sentences for the person at the terminal. An empty value counts
 * as not set. Unknown OPENHOUR_* names are errors: a mistyped OPENHOUR_MODE must not quietly start a demo.
 */
export function readSettings(env: Environment): { settings: Settings } | { errors: string[] } {
  const errors = listUnknownNames(env)
  const refuse = (error: string) => void errors.push(error)
  const mode = readChoice(env, 'OPENHOUR_MODE', ['demo', 'production'] as const, 'demo', refuse)
  const settings: Settings = {
    port: readPort(env, refuse),
    host: env.HOST || '127.0.0.1',
    dataDirectory: env.OPENHOUR_DATA || './data',
    keyFile: env.OPENHOUR_KEY_FILE || path.join(env.OPENHOUR_DATA || './data', 'secrets.key'),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL', refuse),
    readUrl: readDatabaseUrl(env, 'OPENHOUR_READ_URL', refuse),
    rateLimit: readChoice(env, 'OPENHOUR_RATE_LIMIT', ['on', 'off'] as const, 'on', refuse) === 'on',
    patienceSeconds: readWhole(env, 'OPENHOUR_PATIENCE', { standard: 8, most: 8, unit: 'seconds' }, refuse),
    mode,
    logLevel: readChoice(env, 'OPENHOUR_LOG', logLevels, mode === 'demo' ? 'warn' : 'info', refuse),
    origin: readOrigin(env, refuse),
    mail: readMail(env, refuse),
    sms: readSms(env, refuse),
    worker: readChoice(env, 'OPENHOUR_WORKER', workers, 'on', refuse),
    proxies: readRanges(env, 'OPENHOUR_PROXIES', refuse),
    privateNetworks: readRanges(env, 'OPENHOUR_PRIVATE_NETWORKS', refuse),
    drainSeconds: readWhole(env, 'OPENHOUR_DRAIN', { standard: mode === 'demo' ? 0 : 5, most: 300, unit: 'seconds' }, refuse),
    metricsToken: readMetricsToken(env, refuse),
    securityContact: readSecurityContact(env, refuse),
    backups: {
      folder: env.OPENHOUR_BACKUPS || path.join(env.OPENHOUR_DATA || './data', 'backups'),
      everyMinutes: readWhole(env, 'OPENHOUR_BACKUP_EVERY', { standard: 45, most: 10_080, unit: 'minutes' }, refuse),
      newest: readWhole(env, 'OPENHOUR_BACKUPS_KEPT', { standard: 24, least: 1, most: 10_000, unit: 'backups' }, refuse),
      recipients: readRecipients(env, refuse),
      identityFile: env.OPENHOUR_BACKUP_IDENTITY || undefined,
    },
  }
  if (mode === 'production' && settings.databaseUrl && !env.OPENHOUR_KEY_FILE)
    refuse(
      'OPENHOUR_KEY_FILE is needed with DATABASE_URL in production: the file whose key encrypts secrets in the database, the same on every server. Make it with (umask 077; openssl rand -base64 32 > FILE).',
    )
  if (settings.readUrl && !settings.databaseUrl) refuse('OPENHOUR_READ_URL needs DATABASE_URL: it is a copy of your own PostgreSQL.')
  if (mode === 'demo' && !isLoopback(settings.host)) {
    refuse(
      `HOST=${settings.host} would show the demo, whose passwords are public, to other machines. Use 127.0.0.1, ::1 or localhost, or set OPENHOUR_MODE=production.`,
    )
  }
  if (mode === 'demo' && settings.proxies.length > 0)
    refuse('OPENHOUR_PROXIES works only with OPENHOUR_MODE=production: the demo answers no request that a proxy forwards.')
  if (mode === 'production' && !settings.rateLimit) {
    refuse('OPENHOUR_RATE_LIMIT=off is for load tests and works only with OPENHOUR_MODE=demo.')
  }
  if (settings.worker === 'only' && !settings.databaseUrl) {
    refuse(
      'OPENHOUR_WORKER=only needs DATABASE_URL: the embedded database belongs to the server that runs it, and that one sends messages itself.',
    )
  }
  return errors.length > 0 ? { errors } : { settings }
}

function listUnknownNames(env: Environment): string[] {
  const known = settingDescriptions.map(({ name }) => name)
  return Object.keys(env)
    .filter(name => name.startsWith('OPENHOUR_') && !known.includes(name))
    .map(name => `${name} is not a setting of Openhour. Did you mean ${nearestName(name, known)}?`)
}

function readChoice<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  standard: NoInfer<Choice>,
  refuse: (error: string) => void,
): Choice {
  const value = env[name]
  if (!value) return standard
  const chosen = choices.find(choice => choice === value)
  if (chosen === undefined) refuse(`${name} must be ${listWithOr(choices)}, not ${value}.`)
  return chosen ?? standard
}

function listWithOr(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

function readPort(env: Environment, refuse: (error: string) => void): number {
  const value = env.PORT || '3000'
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (!(port <= 65_535)) refuse(`PORT must be a whole number from 0 (any free port) to 65535, not ${value}.`)
  return port
}

function readWhole(
  env: Environment,
  name: string,
  { standard, least = 0, most, unit }: { standard: number; least?: number; most: number; unit: string },
  refuse: (error: string) => void,
): number {
  const value = env[name]
  if (!value) return standard
  const read = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(read >= least && read <= most)) refuse(`${name} must be a whole number of ${unit} from ${least} to ${most}, not ${value}.`)
  return read
}

function readDatabaseUrl(
  env: Environment,
  name: 'DATABASE_URL' | 'OPENHOUR_READ_URL',
  refuse: (error: string) => void,
): string | undefined {
  const value = env[name]
  if (!value) return undefined
  const scheme = URL.canParse(value) ? new URL(value).protocol : ''
  // Not repeated in the message: it holds a password.
  if (scheme !== 'postgres:' && scheme !== 'postgresql:') refuse(`${name} must look like postgres://user:password@host:5432/database.`)
  return value
}

function readOrigin(env: Environment, refuse: (error: string) => void): string | undefined {
  const value = env.OPENHOUR_ORIGIN
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    refuse(`OPENHOUR_ORIGIN must be the site's address without a path, such as https://book.example.org, not ${value}.`)
    return undefined
  }
  return url.origin
}

function readMail(env: Environment, refuse: (error: string) => void): Settings['mail'] {
  const [url, from] = [env.OPENHOUR_SMTP_URL, env.OPENHOUR_MAIL_FROM]
  if (!url && !from) return undefined
  const read = url && URL.canParse(url) ? new URL(url) : undefined
  // Not repeated in the message: it holds a password.
  if (!read || !/^smtps?:$/.test(read.protocol) || !read.hostname || !/^\/?$/.test(read.pathname))
    refuse('OPENHOUR_SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.')
  if (!from || !/^[^\s@<>"',;:()[\]\\]+@[A-Za-z0-9.-]+$/.test(from))
    refuse(
      `OPENHOUR_MAIL_FROM must be an address such as appointments@example.org${from ? `, not ${from}` : ', where OPENHOUR_SMTP_URL is set'}.`,
    )
  return url && from ? { url, from } : undefined
}

function readRanges(env: Environment, name: string, refuse: (error: string) => void): string[] {
  const ranges = (env[name] ?? '')
    .split(',')
    .map(text => text.trim())
    .filter(text => text !== '')
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const most = { 4: 32, 6: 128 }[isIP(address)]
    if (most === undefined || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)))
      refuse(`${name} must be addresses or ranges such as 127.0.0.1, 10.0.0.0/8, not ${range}.`)
  }
  return ranges
}

function readRecipients(env: Environment, refuse: (error: string) => void): string[] {
  const recipients = (env.OPENHOUR_BACKUP_RECIPIENT ?? '')
    .split(',')
    .map(text => text.trim())
    .filter(text => text !== '')
  for (const recipient of recipients)
    if (!/^age1[02-9ac-hj-np-z]{58}$/.test(recipient))
      // A private key that was put here by mistake is not repeated.
      refuse(
        'OPENHOUR_BACKUP_RECIPIENT must be a recipient of age, which begins with age1, or several with commas. Its identity (AGE-SECRET-KEY-1…) belongs elsewhere.',
      )
  return recipients
}

function readMetricsToken(env: Environment, refuse: (error: string) => void): string | undefined {
  const value = env.OPENHOUR_METRICS_TOKEN
  if (!value) return undefined
  // Not repeated in the message: it is a secret.
  if (!/^[A-Za-z0-9_-]{20,200}$/.test(value))
    refuse('OPENHOUR_METRICS_TOKEN must be 20 to 200 letters, digits, - and _, such as openssl rand -hex 20 prints.')
  return value
}

/** Whether a host's name is this machine's own: `localhost`, `127.0.0.0/8` or `::1`. */
function readSecurityContact(env: Environment, refuse: (error: string) => void): string | undefined {
  const value = env.OPENHOUR_SECURITY_CONTACT
  if (!value) return undefined
  if (/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value)) return `mailto:${value}`
  if (/^https:\/\/\S+$/.test(value) && URL.canParse(value)) return value
  refuse('OPENHOUR_SECURITY_CONTACT must be an e-mail address or an https address, such as security@example.org.')
  return undefined
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

import { isIP } from 'node:net'
import path from 'node:path'
import { closest } from 'fastest-levenshtein'
import { environmentSchema, renamedVariables, type Environment } from './config-schema.ts'
import { isLoopback } from './loopback.ts'
import { readSms, smsVariables, type SmsSettings } from './sms/settings.ts'

/** The settings of one process, read from the environment and checked once at start. */
export interface Settings {
  port: number
  host: string
  dataDirectory: string
  /** The keys that decrypt secrets in the database. */
  keyFile: string
  /** Undefined: the embedded PostgreSQL in the data directory. */
  databaseUrl: string | undefined
  /** The directory of many organisations. Undefined: this installation serves one. */
  directoryUrl: string | undefined
  /** How many connections this process may open to each cluster of the directory. Undefined: half of those it allows. */
  clusterConnections: number | undefined
  /** A read replica for lists of past records. Undefined: they are read from the database itself. */
  replicaUrl: string | undefined
  rateLimit: boolean
  /** The longest that a request waits under overload before it is refused; 0: no limit. */
  maxQueueSeconds: number
  mode: Environment['OPENHOUR_MODE']
  logLevel: NonNullable<Environment['OPENHOUR_LOG_LEVEL']>
  /** How long a stopping server continues to answer. */
  drainSeconds: number
  /**
   * The bearer token that reads /metrics. Undefined: programs on the same machine in demo mode, no client
   * in production.
   */
  metricsToken: string | undefined
  /**
   * Where vulnerabilities are reported: `mailto:…` or `https://…`. Undefined: the organisation's own
   * contact.
   */
  securityContact: string | undefined
  /** Where the source code of this version is. Undefined: the site serves it. */
  sourceUrl: string | undefined
  backups: {
    /** Contains all backups. */
    directory: string
    /** 0: no automatic backups. */
    intervalMinutes: number
    /** How many of the newest are kept. */
    keepLast: number
    /** age recipients; none: backups are not encrypted. */
    recipients: string[]
    /** The file with the identity that decrypts backups, for restoring. */
    identityFile: string | undefined
  }
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is trusted. */
  proxies: string[]
  /** Addresses and ranges of the operator's own network that typed-in addresses may use, also over http. */
  privateNetworks: string[]
  /** Without a slash at the end. Undefined: the address the server listens on. */
  origin: string | undefined
  /** The mail server and the sender address. Undefined: no e-mail is sent. */
  mail: { url: string; from: string } | undefined
  /** The SMS provider. Undefined: no text messages, and no codes to phones, are sent. */
  sms: SmsSettings | undefined
  /** The identity provider of the environment. */
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined; name: string } | undefined
  /** Whether this process sends messages in addition to answering requests, or only one of the two. */
  worker: Environment['OPENHOUR_WORKER']
}

/** The variables that each organisation of a directory has for itself. */
export const organisationVariables: readonly string[] = [
  'OPENHOUR_ORIGIN',
  'OPENHOUR_REPLICA_URL',
  'OPENHOUR_SMTP_URL',
  'OPENHOUR_MAIL_FROM',
  ...Object.keys(smsVariables),
  'OPENHOUR_OIDC_ISSUER',
  'OPENHOUR_OIDC_CLIENT_ID',
  'OPENHOUR_OIDC_CLIENT_SECRET',
  'OPENHOUR_OIDC_NAME',
  'OPENHOUR_PRIVATE_NETWORKS',
  'OPENHOUR_SECURITY_CONTACT',
]

/**
 * The settings of one organisation: its own variables, and what the processes of the installation share. Nothing of
 * another organisation can be among them.
 */
export function readOrganisationSettings(
  shared: Settings,
  { databaseUrl, variables }: { databaseUrl: string; variables: Variables },
): Settings | { errors: string[] } {
  const foreign = Object.keys(variables).filter(name => !organisationVariables.includes(name))
  if (foreign.length > 0) return { errors: foreign.map(name => `${name} is not a setting of an organisation.`) }
  const read = readSettings({ ...variables, DATABASE_URL: databaseUrl, OPENHOUR_MODE: 'production', OPENHOUR_KEY_FILE: 'in the directory' })
  if ('errors' in read) return read
  const { origin, replicaUrl, mail, sms, oidc, privateNetworks, securityContact } = read.settings
  return { ...shared, databaseUrl, origin, replicaUrl, mail, sms, oidc, privateNetworks, securityContact }
}

/**
 * The channels that can deliver messages. The demo shows all messages to its administrators, so there
 * both count as available.
 */
export const availableChannels = ({ mail, sms, mode }: Settings): ('sms' | 'email')[] => {
  if (mode === 'demo') return ['sms', 'email']
  return [...(sms ? (['sms'] as const) : []), ...(mail ? (['email'] as const) : [])]
}

/**
 * The site's address: OPENHOUR_ORIGIN, or the address the server listens on; never taken from a request.
 * `taken`: the port in use if `port` is 0.
 */
export function siteAddress({ origin, host, port }: Settings, taken: number | undefined): string {
  return origin ?? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port || taken || 0}`
}

type Variables = Readonly<Record<string, string | undefined>>
type Refuse = (error: string) => void

/**
 * Reads the settings, or returns sentences for the person at the terminal: first all invalid values, then
 * all conflicts between them. An empty value counts as not set. Unknown OPENHOUR_* names are errors,
 * since a mistyped OPENHOUR_MODE must not start a demo. `warnings` name variables to rename.
 */
export function readSettings(variables: Variables): { settings: Settings; warnings: string[] } | { errors: string[] } {
  const errors = listUnknownNames(variables)
  const { current, warnings } = applyRenames(variables, error => errors.push(error))
  const { data, error } = environmentSchema.safeParse(current)
  for (const issue of error?.issues ?? []) errors.push(`${String(issue.path[0])} ${issue.message}.`)
  if (!data) return { errors }
  const settings = toSettings(data, sentence => errors.push(sentence))
  refuseConflicts(data, settings, sentence => errors.push(sentence))
  return errors.length > 0 ? { errors } : { settings, warnings }
}

const knownNames = Object.keys(environmentSchema.shape)

function listUnknownNames(variables: Variables): string[] {
  return Object.keys(variables)
    .filter(name => name.startsWith('OPENHOUR_') && !knownNames.includes(name) && !(name in renamedVariables))
    .map(name => `${name} is not a setting of Openhour. Did you mean ${closest(name, knownNames)}?`)
}

/** The variables that are set, under their current names. */
function applyRenames(variables: Variables, refuse: Refuse): { current: Record<string, string>; warnings: string[] } {
  const current: Record<string, string> = {}
  for (const name of knownNames) if (variables[name]) current[name] = variables[name]
  const warnings: string[] = []
  for (const [oldName, name] of Object.entries(renamedVariables)) {
    const value = variables[oldName]
    if (!value) continue
    if (current[name] !== undefined && current[name] !== value)
      refuse(`${oldName} is the old name of ${name}, and the two have different values: remove ${oldName}.`)
    current[name] ??= value
    warnings.push(`${oldName} is now called ${name}. The old name still works; please change it.`)
  }
  return { current, warnings }
}

function toSettings(environment: Environment, refuse: Refuse): Settings {
  const { OPENHOUR_MODE: mode, OPENHOUR_DATA: dataDirectory } = environment
  return {
    port: environment.PORT,
    host: environment.HOST,
    dataDirectory,
    keyFile: environment.OPENHOUR_KEY_FILE ?? path.join(dataDirectory, 'secrets.key'),
    databaseUrl: environment.DATABASE_URL,
    directoryUrl: environment.OPENHOUR_DIRECTORY_URL,
    clusterConnections: environment.OPENHOUR_CLUSTER_CONNECTIONS,
    replicaUrl: environment.OPENHOUR_REPLICA_URL,
    rateLimit: environment.OPENHOUR_RATE_LIMIT === 'on',
    maxQueueSeconds: environment.OPENHOUR_MAX_QUEUE_SECONDS,
    mode,
    logLevel: environment.OPENHOUR_LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
    origin: environment.OPENHOUR_ORIGIN,
    mail: readMail(environment, refuse),
    sms: readSms(environment, refuse),
    oidc: readOidc(environment, refuse),
    worker: environment.OPENHOUR_WORKER,
    proxies: environment.OPENHOUR_TRUSTED_PROXIES,
    privateNetworks: environment.OPENHOUR_PRIVATE_NETWORKS,
    drainSeconds: environment.OPENHOUR_DRAIN_SECONDS ?? (mode === 'demo' ? 0 : 5),
    metricsToken: environment.OPENHOUR_METRICS_TOKEN,
    securityContact: environment.OPENHOUR_SECURITY_CONTACT,
    sourceUrl: environment.OPENHOUR_SOURCE_URL,
    backups: {
      directory: environment.OPENHOUR_BACKUP_DIRECTORY ?? path.join(dataDirectory, 'backups'),
      intervalMinutes: environment.OPENHOUR_BACKUP_INTERVAL_MINUTES,
      keepLast: environment.OPENHOUR_BACKUP_KEEP_LAST,
      recipients: environment.OPENHOUR_BACKUP_RECIPIENT,
      identityFile: environment.OPENHOUR_BACKUP_IDENTITY_FILE,
    },
  }
}

function readMail({ OPENHOUR_SMTP_URL: url, OPENHOUR_MAIL_FROM: from }: Environment, refuse: Refuse): Settings['mail'] {
  if (!url && !from) return undefined
  const { protocol, hostname, pathname } = url && URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '', pathname: '' }
  // The message does not repeat the value, which contains a password.
  if (!/^smtps?:$/.test(protocol) || !hostname || !/^\/?$/.test(pathname))
    refuse('OPENHOUR_SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.')
  if (!from) refuse('OPENHOUR_MAIL_FROM must be an address such as appointments@example.org, where OPENHOUR_SMTP_URL is set.')
  return url && from ? { url, from } : undefined
}

function readOidc(environment: Environment, refuse: Refuse): Settings['oidc'] {
  const { OPENHOUR_OIDC_ISSUER: issuer, OPENHOUR_OIDC_CLIENT_ID: clientId, OPENHOUR_OIDC_CLIENT_SECRET: clientSecret } = environment
  if (!issuer && !clientId && !clientSecret) return undefined
  if (issuer && clientId) return { issuer, clientId, clientSecret, name: environment.OPENHOUR_OIDC_NAME }
  refuse('OPENHOUR_OIDC_ISSUER and OPENHOUR_OIDC_CLIENT_ID are needed together.')
  return undefined
}

function refuseConflicts(
  environment: Environment,
  { mode, host, proxies, rateLimit, worker, ...settings }: Settings,
  refuse: Refuse,
): void {
  if (mode === 'production' && settings.databaseUrl && !environment.OPENHOUR_KEY_FILE)
    refuse(
      'OPENHOUR_KEY_FILE is needed with DATABASE_URL in production: the file whose key encrypts secrets in the database, the same on every server. Make it with (umask 077; head -c 32 /dev/urandom | base64 > FILE).',
    )
  if (settings.directoryUrl) for (const error of listDirectoryConflicts(environment)) refuse(error)
  if (settings.replicaUrl && !settings.databaseUrl && !settings.directoryUrl)
    refuse('OPENHOUR_REPLICA_URL needs DATABASE_URL: it is a replica of your own PostgreSQL.')
  if (mode === 'demo' && !isLoopback(host))
    refuse(
      `HOST=${host} would show the demo, whose passwords are public, to other machines. Use 127.0.0.1, ::1 or localhost, or set OPENHOUR_MODE=production.`,
    )
  if (mode === 'demo' && proxies.length > 0)
    refuse('OPENHOUR_TRUSTED_PROXIES works only with OPENHOUR_MODE=production: the demo answers no request that a proxy forwards.')
  if (mode === 'production' && !rateLimit) refuse('OPENHOUR_RATE_LIMIT=off is for load tests and works only with OPENHOUR_MODE=demo.')
  if (worker === 'only' && !settings.databaseUrl)
    refuse(
      'OPENHOUR_WORKER=only needs DATABASE_URL: the embedded database belongs to the server that runs it, and that one sends messages itself.',
    )
}

function listDirectoryConflicts(environment: Environment): string[] {
  const { DATABASE_URL, OPENHOUR_MODE, OPENHOUR_KEY_FILE, OPENHOUR_WORKER } = environment
  const isSet = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  const own = organisationVariables.filter(name => name !== 'OPENHOUR_OIDC_NAME' && isSet(environment[name as keyof Environment]))
  return [
    ...(OPENHOUR_MODE === 'production' ? [] : ['OPENHOUR_DIRECTORY_URL works only with OPENHOUR_MODE=production.']),
    ...(DATABASE_URL ? ['DATABASE_URL is of one organisation and OPENHOUR_DIRECTORY_URL of many: set one of the two.'] : []),
    ...(OPENHOUR_KEY_FILE ? [] : ['OPENHOUR_KEY_FILE is needed with OPENHOUR_DIRECTORY_URL: its key encrypts the directory.']),
    ...(OPENHOUR_WORKER === 'only' ? ['OPENHOUR_WORKER=only does not work with OPENHOUR_DIRECTORY_URL; use on or off.'] : []),
    ...own.map(name => `${name} belongs to each organisation with OPENHOUR_DIRECTORY_URL: set it with openhour organisations set.`),
  ]
}

import * as z from 'zod'
import { parseAddress, type ServerRole } from '#database/connect/address.ts'
import { smsVariables } from './sms/settings.ts'

/** Repeats the value in the error: `must …, not VALUE`. */
const must = (requirement: string) => ({ error: ({ input }: { input?: unknown }) => `must ${requirement}, not ${String(input)}` })

function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, must(`be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`))
}

function wholeNumber(
  { min = 0, max, unit }: { min?: number; max: number; unit: string },
  error = must(`be a whole number of ${unit} from ${min} to ${max}`),
) {
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.int().min(min, error).max(max, error))
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Items separated by commas. */
function listOf(item: z.ZodType<string, string>) {
  return z
    .string()
    .transform(text =>
      text
        .split(',')
        .map(part => part.trim())
        .filter(part => part !== ''),
    )
    .pipe(z.array(item))
    .default([])
}

/** The errors do not repeat the address, which contains a password. `roles`: of one server, and of several. */
function databaseUrl(roles: { one: readonly ServerRole[]; several: readonly ServerRole[] }) {
  return z
    .string()
    .superRefine((text, context) => {
      const address = parseAddress(text)
      const allowed = address && (address.servers.length > 1 ? roles.several : roles.one)
      if (allowed?.includes(address?.role as ServerRole)) return
      const shape = 'look like postgres://user:password@host:5432/database (in the password, @ is %40, : %3A, / %2F, # %23)'
      context.addIssue({ code: 'custom', message: `must ${allowed ? `have a target_session_attrs of ${allowed.join(' or ')}` : shape}` })
    })
    .optional()
}

const ranges = must('be addresses or ranges such as 127.0.0.1, 10.0.0.0/8')
const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], ranges).refine(text => !text.endsWith('/0'), ranges)

const origin = must("be the site's address without a path, such as https://book.example.org")
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * The environment variables that Openhour reads, with the defaults and descriptions that the README
 * prints. An empty variable counts as not set. Rules that concern several variables are in config.ts.
 */
export const environmentSchema = z.object({
  PORT: wholeNumber({ max: 65_535, unit: '' }, must('be a whole number from 0 (any free port) to 65535'))
    .default(3000)
    .meta({ default: '3000', description: 'The port to listen on; 0 takes a free one.' }),
  HOST: z.string().default('127.0.0.1').meta({
    default: '127.0.0.1',
    description: 'The address to listen on; in demo mode 127.0.0.1, ::1 or localhost.',
  }),
  OPENHOUR_DATA: z.string().default('./data').meta({
    default: './data',
    description: 'The directory of the embedded database and of uploaded files.',
  }),
  DATABASE_URL: databaseUrl({ one: ['any', 'primary', 'read-write'], several: ['primary', 'read-write'] }).meta({
    default: 'embedded',
    description:
      'Your own PostgreSQL, version 15 or newer (docs/operations/external-postgresql.md): postgres://user:password@host:port/database.',
  }),
  OPENHOUR_DIRECTORY_URL: databaseUrl({ one: ['any', 'primary', 'read-write'], several: ['primary', 'read-write'] }).meta({
    default: 'none',
    description: 'Directory database of [many organisations](docs/operations/many-organisations.md).',
  }),
  OPENHOUR_CLUSTER_CONNECTIONS: wholeNumber({ min: 6, max: 100_000, unit: 'connections' }).optional().meta({
    default: 'half of its limit',
    description: 'Connections of this server per cluster.',
  }),
  OPENHOUR_KEY_FILE: z.string().optional().meta({
    default: 'secrets.key in OPENHOUR_DATA',
    description:
      'Encrypts secrets in the database, created at the first start. Required with DATABASE_URL in production, the same on every server. Not in backups: keep a copy.',
  }),
  OPENHOUR_REPLICA_URL: databaseUrl({ one: ['any', 'standby', 'read-only'], several: ['any', 'standby', 'read-only'] }).meta({
    default: 'none',
    description: 'A streaming replica of DATABASE_URL, for lists of past records.',
  }),
  OPENHOUR_RATE_LIMIT: oneOf(['on', 'off']).default('on').meta({
    default: 'on',
    description: 'off is for load tests, in demo mode only.',
  }),
  OPENHOUR_MAX_QUEUE_SECONDS: wholeNumber({ max: 8, unit: 'seconds' }).default(8).meta({
    default: '8',
    description: 'Under overload, requests that would wait longer than this are refused with 503; 0 refuses none.',
  }),
  OPENHOUR_MODE: oneOf(['demo', 'production']).default('demo').meta({
    default: 'demo',
    description:
      'demo creates an example organisation and answers this machine only; production starts empty and prints a link for its first administrator. A database keeps its first mode.',
  }),
  OPENHOUR_LOG_LEVEL: oneOf(logLevels)
    .optional()
    .meta({
      default: 'warn in demo mode, info in production',
      description: `How much is logged: ${logLevels.join(', ')}.`,
    }),
  OPENHOUR_ORIGIN: z
    .string()
    .refine(text => isWebAddress(text) && new URL(text).href === `${new URL(text).origin}/`, origin)
    .transform(text => new URL(text).origin)
    .optional()
    .meta({
      default: 'where it listens',
      description: "The site's public address, such as https://book.example.org. Links in messages and calendar addresses begin with it.",
    }),
  OPENHOUR_SMTP_URL: z.string().optional().meta({
    default: 'none',
    description:
      'The mail server: smtp://user:password@host:587 (STARTTLS, required with a password) or smtps://… (port 465). Without it no e-mail is sent.',
  }),
  OPENHOUR_MAIL_FROM: z
    .string()
    .regex(/^[^\s@<>"',;:()[\]\\]+@[A-Za-z0-9.-]+$/, must('be an address such as appointments@example.org'))
    .optional()
    .meta({
      default: 'none',
      description: 'The sender of e-mail, such as appointments@example.org; required with OPENHOUR_SMTP_URL.',
    }),
  ...smsVariables,
  OPENHOUR_OIDC_ISSUER: z
    .string()
    .refine(text => isWebAddress(text), must('be the issuer’s address, such as https://login.example.org'))
    .optional()
    .meta({
      default: 'none',
      description: 'An OpenID Connect provider, with the next three settings; administrators add others on the page Single sign-on.',
    }),
  OPENHOUR_OIDC_CLIENT_ID: z.string().max(300).optional().meta({ default: 'none', description: 'The client ID there.' }),
  OPENHOUR_OIDC_CLIENT_SECRET: z.string().max(1000).optional().meta({ default: 'none', description: 'The client secret there.' }),
  OPENHOUR_OIDC_NAME: z.string().max(80).default('Single sign-on').meta({
    default: 'Single sign-on',
    description: 'Its name on the sign-in page.',
  }),
  OPENHOUR_WORKER: oneOf(['on', 'off', 'only']).default('on').meta({
    default: 'on',
    description: 'on: this server also sends messages; off: others do; only: it sends and answers nothing but /metrics, with DATABASE_URL.',
  }),
  OPENHOUR_TRUSTED_PROXIES: listOf(addressRange).meta({
    default: 'none',
    description:
      'Proxies whose X-Forwarded-For is trusted: addresses, or ranges without clients, separated by commas. Without it clients share the proxy’s limits.',
  }),
  OPENHOUR_PRIVATE_NETWORKS: listOf(addressRange).meta({
    default: 'none',
    description:
      'Addresses or ranges of your network that webhooks and mentors’ calendars may use, also over http. Others must be public, over https.',
  }),
  OPENHOUR_DRAIN_SECONDS: wholeNumber({ max: 300, unit: 'seconds' }).optional().meta({
    default: '0 in demo mode, 5 in production',
    description:
      'How long a stopping server still answers while it reports that it is not ready; longer than your load balancer takes to notice.',
  }),
  OPENHOUR_METRICS_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_-]{20,200}$/, { error: 'must be 20 to 200 letters, digits, - and _, such as openssl rand -hex 20 prints' })
    .optional()
    .meta({
      default: 'none',
      description: 'The bearer token that reads /metrics. Without it, only a demo serves them, to this machine.',
    }),
  OPENHOUR_SECURITY_CONTACT: z
    .union(
      [
        z
          .string()
          .regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/)
          .transform(address => `mailto:${address}`),
        z.string().refine(text => /^https:\/\/\S+$/.test(text) && URL.canParse(text)),
      ],
      { error: 'must be an e-mail address or an https address, such as security@example.org' },
    )
    .optional()
    .meta({
      default: 'the site’s contact',
      description: 'Where to report vulnerabilities, for /.well-known/security.txt: an e-mail address or an https address.',
    }),
  OPENHOUR_SOURCE_URL: z
    .string()
    .refine(text => isWebAddress(text), must('be an address such as https://example.org/openhour'))
    .optional()
    .meta({
      default: 'served by the site',
      description: 'The address of this version’s source code, for builds without Git.',
    }),
  OPENHOUR_BACKUP_DIRECTORY: z.string().optional().meta({
    default: 'backups in OPENHOUR_DATA',
    description: 'The directory for backups of the embedded database, best on another disk.',
  }),
  OPENHOUR_BACKUP_INTERVAL_MINUTES: wholeNumber({ max: 10_080, unit: 'minutes' }).default(45).meta({
    default: '45',
    description: 'Minutes between backups of the embedded database; 0 makes none.',
  }),
  OPENHOUR_BACKUP_KEEP_LAST: wholeNumber({ min: 1, max: 10_000, unit: 'backups' }).default(24).meta({
    default: '24',
    description: 'How many of the newest backups are kept, next to the last one of each day and version of seven days.',
  }),
  OPENHOUR_BACKUP_RECIPIENT: listOf(
    z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/, {
      // The error does not repeat the value: it may be a private key that was set by mistake.
      error:
        'must be a recipient of age, which begins with age1, or several with commas. Its identity (AGE-SECRET-KEY-1…) belongs elsewhere',
    }),
  ).meta({
    default: 'none',
    description:
      'Encrypts backups for these age recipients (age1…), separated by commas; openhour backup --make-identity FILE creates one.',
  }),
  OPENHOUR_BACKUP_IDENTITY_FILE: z.string().optional().meta({
    default: 'none',
    description: 'For restoring only, never on the server: the file with the identity that decrypts backups.',
  }),
})

/** The environment, checked and with its defaults. */
export type Environment = z.output<typeof environmentSchema>

/** Names of earlier versions, which still work with a warning. */
export const renamedVariables: Readonly<Record<string, keyof Environment>> = {
  OPENHOUR_READ_URL: 'OPENHOUR_REPLICA_URL',
  OPENHOUR_PATIENCE: 'OPENHOUR_MAX_QUEUE_SECONDS',
  OPENHOUR_LOG: 'OPENHOUR_LOG_LEVEL',
  OPENHOUR_PROXIES: 'OPENHOUR_TRUSTED_PROXIES',
  OPENHOUR_DRAIN: 'OPENHOUR_DRAIN_SECONDS',
  OPENHOUR_BACKUPS: 'OPENHOUR_BACKUP_DIRECTORY',
  OPENHOUR_BACKUP_EVERY: 'OPENHOUR_BACKUP_INTERVAL_MINUTES',
  OPENHOUR_BACKUPS_KEPT: 'OPENHOUR_BACKUP_KEEP_LAST',
  OPENHOUR_BACKUP_IDENTITY: 'OPENHOUR_BACKUP_IDENTITY_FILE',
}

/** The rows of the README's table of settings. */
export const settingDescriptions = Object.entries(environmentSchema.shape).map(([name, schema]) => {
  const { default: standard, description } = schema.meta() as { default: string; description: string }
  return { name, default: standard, description }
})

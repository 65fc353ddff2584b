import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { renamedVariables, settingDescriptions } from './config-schema.ts'
import { readOrganisationSettings, readSettings } from './config.ts'

const errorsOf = (env: Record<string, string>) => {
  const answer = readSettings(env)
  return 'errors' in answer ? answer.errors : []
}

const settingsOf = (env: Record<string, string>) => {
  const answer = readSettings(env)
  if ('errors' in answer) throw new Error(answer.errors.join('\n'))
  return answer.settings
}

test('an empty environment starts a demo on this machine that logs warnings', () => {
  const standard = {
    port: 3000,
    host: '127.0.0.1',
    dataDirectory: './data',
    keyFile: 'data/secrets.key',
    databaseUrl: undefined,
    rateLimit: true,
    maxQueueSeconds: 8,
    mode: 'demo',
    logLevel: 'warn',
    origin: undefined,
    mail: undefined,
    sms: undefined,
    worker: 'on',
    proxies: [],
    privateNetworks: [],
    drainSeconds: 0,
    metricsToken: undefined,
    securityContact: undefined,
    sourceUrl: undefined,
    backups: { directory: 'data/backups', intervalMinutes: 45, keepLast: 24, recipients: [], identityFile: undefined },
  }
  expect(settingsOf({})).toEqual(standard)
  expect(settingsOf({ PORT: '', HOST: '', OPENHOUR_MODE: '', OPENHOUR_LOG_LEVEL: '', PATH: '/usr/bin' })).toEqual(standard)
})

test('production logs more and may listen to other machines', () => {
  const settings = settingsOf({ OPENHOUR_MODE: 'production', HOST: '0.0.0.0', OPENHOUR_ORIGIN: 'https://book.example.org/', PORT: '0' })
  expect(settings).toMatchObject({
    mode: 'production',
    host: '0.0.0.0',
    logLevel: 'info',
    origin: 'https://book.example.org',
    port: 0,
    drainSeconds: 5,
  })
})

test('text messages need a gateway and its secret, or a Twilio account and a sender', () => {
  const key = Buffer.alloc(32, 7)
  const gateway = { OPENHOUR_SMS_URL: 'https://sms.example.org/send', OPENHOUR_SMS_SECRET: `whsec_${key.toString('base64')}` }
  expect(settingsOf(gateway).sms).toEqual({ kind: 'gateway', url: gateway.OPENHOUR_SMS_URL, key, from: null })
  expect(settingsOf({ ...gateway, OPENHOUR_SMS_FROM: 'Larkfield' }).sms).toMatchObject({ from: 'Larkfield' })
  const twilio = { OPENHOUR_SMS_URL: 'twilio://AC1:secret@api.twilio.com', OPENHOUR_SMS_FROM: '+447700900100' }
  const account = { kind: 'twilio', origin: 'https://api.twilio.com', sid: 'AC1', token: 'secret', from: '+447700900100' }
  expect(settingsOf(twilio).sms).toEqual(account)
  expect(settingsOf({ ...twilio, OPENHOUR_SMS_URL: 'twilio://AC1:secret@127.0.0.1:99' }).sms).toEqual({
    ...account,
    origin: 'http://127.0.0.1:99',
  })
  const url = 'OPENHOUR_SMS_URL must look like https://gateway.example.org/send or twilio://ACCOUNT:TOKEN@api.twilio.com.'
  for (const OPENHOUR_SMS_URL of ['sms.example.org', 'ftp://sms.example.org', 'https://me:secret@sms.example.org/send'])
    expect(errorsOf({ ...gateway, OPENHOUR_SMS_URL })).toEqual([url])
  for (const OPENHOUR_SMS_SECRET of ['', 'secret', 'whsec_c2hvcnQ='])
    expect(errorsOf({ ...gateway, OPENHOUR_SMS_SECRET })).toEqual([
      'OPENHOUR_SMS_SECRET must be whsec_ and then base64 of 24 to 64 bytes, such as openssl rand -base64 32 prints.',
    ])
  expect(errorsOf({ ...twilio, OPENHOUR_SMS_URL: 'twilio://api.twilio.com' })).toEqual([
    'OPENHOUR_SMS_URL must look like twilio://ACCOUNT:TOKEN@api.twilio.com.',
  ])
  expect(errorsOf({ ...twilio, OPENHOUR_SMS_FROM: '' })).toEqual([
    'OPENHOUR_SMS_FROM is needed with Twilio: a number, a name or a messaging service (MG…).',
  ])
  expect(errorsOf({ ...twilio, OPENHOUR_SMS_SECRET: gateway.OPENHOUR_SMS_SECRET })).toHaveLength(1)
  expect(errorsOf({ OPENHOUR_SMS_SECRET: 'x' })).toEqual(['OPENHOUR_SMS_SECRET needs OPENHOUR_SMS_URL.'])
  for (const OPENHOUR_SMS_FROM of ['Larkfield House', '12345', '+1', 'a\r\nb'])
    expect(errorsOf({ ...gateway, OPENHOUR_SMS_FROM })[0]).toContain('OPENHOUR_SMS_FROM must be a number such as')
})

test('e-mail needs a server and a sender address, and a worker-only process needs DATABASE_URL', () => {
  const mail = { OPENHOUR_SMTP_URL: 'smtp://me:secret@mail.example.org:587', OPENHOUR_MAIL_FROM: 'desk@example.org' }
  expect(settingsOf(mail).mail).toEqual({ url: mail.OPENHOUR_SMTP_URL, from: mail.OPENHOUR_MAIL_FROM })
  const url = 'OPENHOUR_SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.'
  for (const OPENHOUR_SMTP_URL of ['', 'mail.example.org', 'https://me:secret@mail.example.org', 'smtp://me:secret@mail.example.org/path'])
    expect(errorsOf({ ...mail, OPENHOUR_SMTP_URL })).toEqual([url])
  for (const OPENHOUR_MAIL_FROM of ['desk', 'Desk <desk@example.org>', 'a@b@c', 'a@b.org\r\nBcc: x@y.org'])
    expect(errorsOf({ ...mail, OPENHOUR_MAIL_FROM })).toEqual([
      `OPENHOUR_MAIL_FROM must be an address such as appointments@example.org, not ${OPENHOUR_MAIL_FROM}.`,
    ])
  expect(errorsOf({ OPENHOUR_SMTP_URL: mail.OPENHOUR_SMTP_URL })).toEqual([
    'OPENHOUR_MAIL_FROM must be an address such as appointments@example.org, where OPENHOUR_SMTP_URL is set.',
  ])
  expect(errorsOf({ OPENHOUR_WORKER: 'only' })).toEqual([
    'OPENHOUR_WORKER=only needs DATABASE_URL: the embedded database belongs to the server that runs it, and that one sends messages itself.',
  ])
  expect(settingsOf({ OPENHOUR_WORKER: 'only', DATABASE_URL: 'postgres://a@b/c' }).worker).toBe('only')
})

test('with a directory, settings of an organisation belong there, and the installation is one of production with a key', () => {
  const directory = { OPENHOUR_DIRECTORY_URL: 'postgres://a@b/directory', OPENHOUR_MODE: 'production', OPENHOUR_KEY_FILE: '/key' }
  expect(settingsOf(directory)).toMatchObject({ directoryUrl: directory.OPENHOUR_DIRECTORY_URL, databaseUrl: undefined })
  expect(errorsOf({ ...directory, OPENHOUR_MODE: '', OPENHOUR_KEY_FILE: '' })).toEqual([
    'OPENHOUR_DIRECTORY_URL works only with OPENHOUR_MODE=production.',
    'OPENHOUR_KEY_FILE is needed with OPENHOUR_DIRECTORY_URL: its key encrypts the directory.',
  ])
  expect(errorsOf({ ...directory, DATABASE_URL: 'postgres://a@b/c' })).toEqual([
    'DATABASE_URL is of one organisation and OPENHOUR_DIRECTORY_URL of many: set one of the two.',
  ])
  for (const name of ['OPENHOUR_ORIGIN', 'OPENHOUR_SECURITY_CONTACT'])
    expect(errorsOf({ ...directory, [name]: 'https://book.example.org' })).toEqual([
      `${name} belongs to each organisation with OPENHOUR_DIRECTORY_URL: set it with openhour organisations set.`,
    ])
})

test('the settings of an organisation have nothing of another one, and refuse what belongs to the installation', () => {
  const shared = settingsOf({
    OPENHOUR_DIRECTORY_URL: 'postgres://a@b/d',
    OPENHOUR_MODE: 'production',
    OPENHOUR_KEY_FILE: '/key',
    PORT: '8080',
  })
  const databaseUrl = 'postgres://a@b/c'
  const mail = { OPENHOUR_SMTP_URL: 'smtp://mail.example.org', OPENHOUR_MAIL_FROM: 'desk@example.org' }
  expect(readOrganisationSettings(shared, { databaseUrl, variables: mail })).toEqual({
    ...shared,
    databaseUrl,
    mail: { url: mail.OPENHOUR_SMTP_URL, from: mail.OPENHOUR_MAIL_FROM },
  })
  expect(readOrganisationSettings(shared, { databaseUrl, variables: {} })).toMatchObject({
    mail: undefined,
    sms: undefined,
    oidc: undefined,
  })
  for (const name of ['DATABASE_URL', 'PORT', 'OPENHOUR_KEY_FILE', 'OPENHOUR_TRUSTED_PROXIES', 'PATH'])
    expect(readOrganisationSettings(shared, { databaseUrl, variables: { [name]: 'x' } })).toEqual({
      errors: [`${name} is not a setting of an organisation.`],
    })
})

test('no organisation reaches the private network of another one', () => {
  const directory = { OPENHOUR_DIRECTORY_URL: 'postgres://a@b/d', OPENHOUR_MODE: 'production', OPENHOUR_KEY_FILE: '/key' }
  const networks = { OPENHOUR_PRIVATE_NETWORKS: '10.1.0.0/16' }
  expect(errorsOf({ ...directory, ...networks })).toEqual([
    'OPENHOUR_PRIVATE_NETWORKS belongs to each organisation with OPENHOUR_DIRECTORY_URL: set it with openhour organisations set.',
  ])
  const networksOf = (variables: Record<string, string>) =>
    readOrganisationSettings(settingsOf(directory), { databaseUrl: 'postgres://a@b/c', variables })
  expect(networksOf(networks)).toMatchObject({ privateNetworks: ['10.1.0.0/16'] })
  expect(networksOf({})).toMatchObject({ privateNetworks: [] })
})

test('every described setting is a known one', () => {
  for (const { name } of settingDescriptions) expect(errorsOf({ [name]: '' })).toEqual([])
})

describe('a renamed setting', () => {
  test.each(Object.entries(renamedVariables))('still works as %s, with a warning that names %s', (oldName, name) => {
    const values: Record<string, string> = {
      OPENHOUR_READ_URL: 'postgres://a@replica/c',
      OPENHOUR_LOG: 'error',
      OPENHOUR_PROXIES: '10.0.0.0/8',
      OPENHOUR_BACKUPS: '/backups',
      OPENHOUR_BACKUP_IDENTITY: '/identity',
    }
    const value = values[oldName] ?? '7'
    const others = { OPENHOUR_MODE: 'production', DATABASE_URL: 'postgres://a@b/c', OPENHOUR_KEY_FILE: '/key' }
    const read = readSettings({ ...others, [oldName]: value })
    expect(read).toEqual({
      settings: settingsOf({ ...others, [name]: value }),
      warnings: [`${oldName} is now called ${name}. The old name still works; please change it.`],
    })
    expect(settingsOf(others)).not.toEqual(settingsOf({ ...others, [name]: value }))
  })

  test('warns of nothing under its new name', () => {
    expect(readSettings({ OPENHOUR_LOG_LEVEL: 'error' })).toMatchObject({ warnings: [] })
  })
})

describe('refuses', () => {
  test.each(['65536', '-1', '3000.5', '0x10', 'http', ' 80'])('PORT=%s', PORT => {
    expect(errorsOf({ PORT })).toEqual([`PORT must be a whole number from 0 (any free port) to 65535, not ${PORT}.`])
  })

  test.each(['-1', '1.5', '301', 'long'])('OPENHOUR_DRAIN_SECONDS=%s', OPENHOUR_DRAIN_SECONDS => {
    expect(errorsOf({ OPENHOUR_DRAIN_SECONDS })).toEqual([
      `OPENHOUR_DRAIN_SECONDS must be a whole number of seconds from 0 to 300, not ${OPENHOUR_DRAIN_SECONDS}.`,
    ])
  })

  test.each(['short', 'with spaces in between them'])('the metrics token %s, without repeating it', OPENHOUR_METRICS_TOKEN => {
    expect(errorsOf({ OPENHOUR_METRICS_TOKEN })).toEqual([expect.stringMatching(/^OPENHOUR_METRICS_TOKEN must be 20 to 200/)])
    expect(errorsOf({ OPENHOUR_METRICS_TOKEN })[0]).not.toContain(OPENHOUR_METRICS_TOKEN)
  })

  test.each(['proxy.example.org', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/', '127.0.0.1 10.0.0.1'])(
    'OPENHOUR_TRUSTED_PROXIES=%s',
    OPENHOUR_TRUSTED_PROXIES => {
      expect(errorsOf({ OPENHOUR_MODE: 'production', OPENHOUR_TRUSTED_PROXIES })).toEqual([
        `OPENHOUR_TRUSTED_PROXIES must be addresses or ranges such as 127.0.0.1, 10.0.0.0/8, not ${OPENHOUR_TRUSTED_PROXIES}.`,
      ])
    },
  )

  test('but not proxies by address and by range', () => {
    expect(settingsOf({ OPENHOUR_MODE: 'production', OPENHOUR_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1' }).proxies).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      '::1',
    ])
  })

  test('refuses a name as an own network, but not addresses and ranges', () => {
    expect(errorsOf({ OPENHOUR_PRIVATE_NETWORKS: 'hooks.internal' })).toEqual([
      'OPENHOUR_PRIVATE_NETWORKS must be addresses or ranges such as 127.0.0.1, 10.0.0.0/8, not hooks.internal.',
    ])
    expect(settingsOf({ OPENHOUR_PRIVATE_NETWORKS: '10.1.0.0/16' }).privateNetworks).toEqual(['10.1.0.0/16'])
  })

  test.each(['age1short', 'AGE-SECRET-KEY-1QQQQ', 'someone@example.org'])(
    'the backup recipient %s, without repeating it',
    OPENHOUR_BACKUP_RECIPIENT => {
      expect(errorsOf({ OPENHOUR_BACKUP_RECIPIENT })).toEqual([
        expect.stringMatching(/^OPENHOUR_BACKUP_RECIPIENT must be a recipient of age/),
      ])
      expect(errorsOf({ OPENHOUR_BACKUP_RECIPIENT })[0]).not.toContain(OPENHOUR_BACKUP_RECIPIENT)
    },
  )

  test('to keep no backup', () => {
    expect(errorsOf({ OPENHOUR_BACKUP_KEEP_LAST: '0' })).toEqual([
      'OPENHOUR_BACKUP_KEEP_LAST must be a whole number of backups from 1 to 10000, not 0.',
    ])
  })

  test.each(['0.0.0.0', '::', '192.168.1.4', '127.evil.example', 'example.org'])('a demo on %s', HOST => {
    expect(errorsOf({ HOST })).toEqual([expect.stringContaining(`HOST=${HOST} would show the demo`)])
  })

  test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('but not a demo on %s', HOST => {
    expect(settingsOf({ HOST }).host).toBe(HOST)
  })

  test('a demo behind a proxy', () => {
    expect(errorsOf({ OPENHOUR_TRUSTED_PROXIES: '127.0.0.1' })).toEqual([
      'OPENHOUR_TRUSTED_PROXIES works only with OPENHOUR_MODE=production: the demo answers no request that a proxy forwards.',
    ])
  })

  test('unlimited calls in production', () => {
    expect(errorsOf({ OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'off' })).toHaveLength(1)
    expect(settingsOf({ OPENHOUR_RATE_LIMIT: 'off' }).rateLimit).toBe(false)
  })

  test('a mistyped name, and suggests the nearest', () => {
    expect(errorsOf({ OPENHOUR_MOD: 'production' })).toEqual(['OPENHOUR_MOD is not a setting of Openhour. Did you mean OPENHOUR_MODE?'])
    expect(errorsOf({ OPENHOUR_RATELIMIT: 'off' })[0]).toContain('Did you mean OPENHOUR_RATE_LIMIT?')
  })

  test('an old name and its new name with different values', () => {
    expect(errorsOf({ OPENHOUR_PATIENCE: '4', OPENHOUR_MAX_QUEUE_SECONDS: '5' })).toEqual([
      'OPENHOUR_PATIENCE is the old name of OPENHOUR_MAX_QUEUE_SECONDS, and the two have different values: remove OPENHOUR_PATIENCE.',
    ])
    expect(settingsOf({ OPENHOUR_PATIENCE: '5', OPENHOUR_MAX_QUEUE_SECONDS: '5' }).maxQueueSeconds).toBe(5)
  })

  test('a database address of another kind, without repeating its password', () => {
    expect(errorsOf({ DATABASE_URL: 'mysql://root:secret@db/openhour' })).toEqual([expect.not.stringContaining('secret')])
    expect(errorsOf({ DATABASE_URL: 'not an address' })).toHaveLength(1)
    const replicas = 'postgres://u:secret@h1,h2/db?target_session_attrs=standby'
    expect(errorsOf({ DATABASE_URL: replicas })).toEqual(['DATABASE_URL must have a target_session_attrs of primary or read-write.'])
    expect(errorsOf({ DATABASE_URL: 'postgres://u@h1,h2/db?target_session_attrs=any' })).toHaveLength(1)
    expect(errorsOf({ DATABASE_URL: 'postgres://u@h1/db', OPENHOUR_REPLICA_URL: 'postgres://u@h1,h2/db' })).toEqual([
      'OPENHOUR_REPLICA_URL must have a target_session_attrs of any or standby or read-only.',
    ])
    expect(settingsOf({ DATABASE_URL: 'postgres://u@h1,h2/db', OPENHOUR_REPLICA_URL: replicas }).replicaUrl).toBe(replicas)
  })

  test.each(['book.example.org', 'ftp://book.example.org', 'https://book.example.org/path'])('the origin %s', OPENHOUR_ORIGIN => {
    expect(errorsOf({ OPENHOUR_ORIGIN })).toHaveLength(1)
  })

  test('all invalid values at once', () => {
    expect(errorsOf({ PORT: 'x', OPENHOUR_LOG_LEVEL: 'loud', OPENHOUR_MODE: 'Production', OPENHOUR_RATE_LIMIT: 'no' })).toEqual([
      'PORT must be a whole number from 0 (any free port) to 65535, not x.',
      'OPENHOUR_RATE_LIMIT must be on or off, not no.',
      'OPENHOUR_MODE must be demo or production, not Production.',
      'OPENHOUR_LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not loud.',
    ])
  })
})

test('the README’s table of settings says what the code does', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const rows = settingDescriptions.map(row => `| \`${row.name}\` | ${row.default} | ${row.description} |`)
  expect(readme).toContain(rows.join('\n'))
})

import { randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { addOrganisation, removeOrganisation } from '../organisations/manage.ts'
import { readSettings } from '../platform/config.ts'
import { connect } from '../platform/database/connection.ts'
import { makeKeyFile } from '../platform/secrets/key-file.ts'
import { openInstallation } from '../serve-organisations.ts'
import type { TestDatabase } from './database.ts'

/** A role of the tests' cluster that may create roles and databases, as an administrator's address. */
export const adminUrl = (): string => Object.assign(new URL(inject('templateDatabaseUrl')), { pathname: '/postgres' }).href

/** Runs statements as the cluster's administrator. */
export async function asAdministrator(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A database without tables, for a directory. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdministrator(`CREATE DATABASE ${name}`)
  return {
    url: Object.assign(new URL(adminUrl()), { pathname: `/${name}` }).href,
    drop: () => asAdministrator(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

interface Asking {
  host: string
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** One request to a server by its address, with a `Host` header of its own. */
export function ask(address: string, path: string, { host, method = 'GET', headers = {}, body }: Asking): Promise<TestReply> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(address),
      {
        path,
        method,
        agent: false,
        headers: {
          host,
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      response => {
        const chunks: Buffer[] = []
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => {
            const answered = Buffer.concat(chunks).toString()
            const isJson = /json/.test(response.headers['content-type'] ?? '')
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: answered,
              body: isJson ? JSON.parse(answered) : undefined,
            })
          })
          .on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

interface TestReply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects by asserting it
  body: any
}

/** An installation for many organisations, with a directory and a key file of its own. */
export async function makeInstallation(variables: Record<string, string> = {}) {
  const [database, folder] = [await createEmptyDatabase(), await mkdtemp(path.join(tmpdir(), 'openhour-installation-'))]
  const keyFile = path.join(folder, 'secrets.key')
  await makeKeyFile(keyFile)
  const environment = {
    OPENHOUR_DIRECTORY_URL: database.url,
    OPENHOUR_MODE: 'production',
    OPENHOUR_KEY_FILE: keyFile,
    OPENHOUR_DATA: folder,
    OPENHOUR_LOG_LEVEL: 'silent',
    OPENHOUR_DRAIN_SECONDS: '0',
    PORT: '0',
    ...variables,
  }
  const read = readSettings(environment)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const shared = read.settings
  const directory = await openInstallation(shared)
  for (const name of ['east', 'west']) await directory.saveCluster({ name, adminUrl: adminUrl() })
  return {
    environment,
    shared,
    directory,
    folder,
    /** Adds an organisation at NAME.example.org, and connects to its database as itself. */
    async add(name: string, settings: Record<string, string> = {}, hosts = [`${name}.example.org`]) {
      const link = await addOrganisation({ directory, shared }, { name, hosts, settings, cluster: 'east', from: undefined })
      const { id } = await directory.find(name)
      const secrets = await directory.readSecrets(id)
      const { db, close } = connect(secrets.databaseUrl, { onError: () => {} })
      return { id, name, host: hosts[0] ?? '', link, ...secrets, db, close }
    },
    /** Removes everything; close what is connected before. */
    async remove() {
      for (const { name } of await directory.list()) await removeOrganisation({ directory, shared }, name, undefined)
      await directory.close()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}

import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { makeMentor, makePlace, makeSchedule, makeSession, makeSupportType, makeUser } from '../../../database/factories.ts'
import type { Database } from '../../../database/types.ts'
import { readCommands, type Trial, versionIn } from './form.ts'
import { removeImages } from './image.ts'
import { runAndShow } from './machine.ts'
import { fetchImages } from './stand-ins.ts'

const url = 'https://localhost'
const page = '../../deploy/compose/README.md'
const [installing, upgrading, goingBack] = [0, 1, 2]

/** With the images of the release: compose.yaml with PostgreSQL, a mail catcher and a TLS proxy, by the commands of its page. */
export async function tryCompose({ version, next, broken, folder, expectSame }: Trial): Promise<void> {
  if ((await listVolumes()) !== '') throw new Error('this machine has an installation with compose, whose data the drill would delete')
  // Compose names the containers after it.
  const project = path.join(folder, 'openhour')
  await cp(path.join(import.meta.dirname, '../../../deploy/compose'), project, { recursive: true })
  const follow = async (block: number, edits: Record<string, string>) => {
    const script = `cd ${project}\n${await readCommands(page, block, edits)}`
    return (await runAndShow('timeout', ['300', 'sh', '-ec', script], script)).code
  }
  const running = async () => {
    const wait = 'for i in $(seq 60); do podman healthcheck run openhour_openhour_1 && exit 0; sleep 1; done; exit 1'
    const { code } = await runAndShow('sh', ['-c', wait])
    return code === 0 ? versionIn((await runAndShow('podman', ['exec', 'openhour_openhour_1', 'openhour', 'status'])).output) : undefined
  }
  const made = await fetchImages(folder)
  try {
    expectSame('compose: installation', await follow(installing, { OPENHOUR_VERSION: version }), 0)
    expectSame('compose: start', await running(), version)
    expectSame('compose: restart policies', await readRestartPolicies(), 'always always always always')
    const env = await readFile(path.join(project, '.env'), 'utf8')
    const booking = await book(env)
    expectSame('compose: booking', booking.status, 201)
    expectSame('compose: e-mail', await hasArrived(), true)
    expectSame('compose: upgrade', await follow(upgrading, { OPENHOUR_VERSION: next }), 0)
    expectSame('compose: version after the upgrade', await running(), next)
    expectSame('compose: booking after the upgrade', await booking.read(booking.token), 200)
    expectSame('compose: upgrade to a broken release', await follow(upgrading, { OPENHOUR_VERSION: broken }), 0)
    expectSame('compose: start of a broken release', await running(), undefined)
    expectSame('compose: going back', await follow(goingBack, { OPENHOUR_VERSION: next }), 0)
    expectSame('compose: version after going back', await running(), next)
    expectSame('compose: session after going back', await booking.read(booking.token), 401)
    expectSame('compose: booking after going back', await booking.read(await signIn(env, booking.client)), 200)
  } finally {
    await runAndShow('sh', ['-c', `cd ${project} && podman-compose down --volumes`])
    expectSame('compose: volumes after removal', await listVolumes(), '')
    await removeImages(made)
  }
}

/** `podman-restart` starts no container with another policy after a reboot. */
async function readRestartPolicies(): Promise<string> {
  const names = ['openhour', 'database', 'mail', 'proxy'].map(service => `openhour_${service}_1`)
  const { output } = await runAndShow('podman', ['inspect', '--format', '{{.HostConfig.RestartPolicy.Name}}', ...names])
  return output.trim().replaceAll(/\s+/g, ' ')
}

const listVolumes = async () => (await runAndShow('podman', ['volume', 'ls', '--quiet', '--filter', 'name=^openhour_'])).output.trim()

/** Does work in the database of the installation, whose address changes with its container. */
async function inDatabase<Result>(env: string, work: (db: Kysely<Database>) => Promise<Result>): Promise<Result> {
  const password = /^POSTGRES_PASSWORD=(.*)$/m.exec(env)?.[1] ?? ''
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
  const { output: address } = await runAndShow('podman', ['inspect', 'openhour_database_1', '--format', format])
  const pool = new pg.Pool({ connectionString: `postgres://openhour:${password}@${address.trim()}/openhour`, max: 2 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const signIn = (env: string, client: string) => inDatabase(env, db => makeSession(db, client, new Date()))

/** Books a time as a new client, who is made in the database; `read` answers the status of reading the appointment. */
async function book(env: string) {
  const { client, time } = await inDatabase(env, async db => {
    const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    const [supportType, place, mentor] = [await makeSupportType(db), await makePlace(db), await makeMentor(db)]
    const { slots } = await makeSchedule(db, { supportType, place, mentors: [mentor], from: `${date}T09:00`, to: `${date}T17:00` })
    const { schedule_id, starts_at } = slots[0]!
    return { client: (await makeUser(db, { email: 'client@example.org' })).id, time: { schedule_id, starts_at } }
  })
  const token = await signIn(env, client)
  const { status, body } = await ask(token, '/api/appointments', time)
  return { status, client, token, read: async (by: string) => (await ask(by, `/api/appointments/${body.id}`)).status }
}

/** Asks through the proxy, whose certificate is its own. */
async function ask(token: string, where: string, body?: object): Promise<{ status: number; body: { id?: string } }> {
  const sent = body ? ['--header', 'content-type: application/json', '--data', JSON.stringify(body)] : []
  const options = ['--silent', '--insecure', '--write-out', '\n%{http_code}', '--header', `authorization: Bearer ${token}`]
  const { output } = await runAndShow('curl', [...options, ...sent, `${url}${where}`], `curl ${where}`)
  const [text = '', status] = output.trim().split(/\n(?=\d+$)/)
  return { status: Number(status), body: JSON.parse(text) as { id?: string } }
}

/** Whether the mail catcher gets an e-mail within a minute. */
async function hasArrived(): Promise<boolean> {
  const wait = `for i in $(seq 60); do curl --silent http://127.0.0.1:8025/api/v1/messages | grep -q '"total": *[1-9]' && exit 0; sleep 1; done; exit 1`
  return (await runAndShow('sh', ['-c', wait])).code === 0
}

import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeAdmin, makeMentor, makeSession, makeUser } from '#database/factories.ts'
import { totpCode, timeStepAt } from '../features/sessions/second-step/check-totp.ts'
import { authenticatorPlace } from '../features/sessions/second-step/commands.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { readSecret } from '../testing/authenticator.ts'
import { runCommandLine } from './command-line.ts'

const password = 'seven purple kettles'
let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' } })
  vi.stubEnv('DATABASE_URL', app.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await app.close()
})

async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  const installation = { root: '', entryPoint: (name: string) => new URL(`../${name}.ts`, import.meta.url) }
  expect(await runCommandLine(args, installation, line => lines.push(line))).toBe(0)
  return lines.join('\n')
}

/** An app with its recovery codes and a passkey: all on the phone that is lost. */
async function giveFactors(user_id: string): Promise<void> {
  const created_at = app.clock.now()
  const secret = app.platform.secrets.seal(authenticatorPlace(user_id), randomBytes(20))
  await app.db.insertInto('authenticators').values({ user_id, secret, last_step: 0, created_at }).execute()
  await app.db
    .insertInto('recovery_codes')
    .values({ user_id, code_hash: randomBytes(32), created_at })
    .execute()
  await app.db
    .insertInto('passkeys')
    .values({ user_id, credential_id: randomBytes(32), public_key: randomBytes(77), counter: 0, synced: false, name: 'Phone', created_at })
    .execute()
}

const auditOf = async (personId: string) =>
  (await app.db.selectFrom('audit').select('action').where('person_id', '=', personId).orderBy('id').execute()).map(({ action }) => action)

test('a sole administrator who lost the phone with app and passkey is not locked out for ever', async () => {
  const admin = await makeAdmin(app.db)
  await app.db
    .updateTable('users')
    .set({ password_hash: await hash(password) })
    .where('id', '=', admin.id)
    .execute()
  await giveFactors(admin.id)
  const token = await makeSession(app.db, admin.id, app.clock.now())
  await expect(run('invite-admin')).rejects.toThrow('openhour remove-second-factor')
  expect(await run('remove-second-factor', admin.phone!)).toBe(
    `Removed the authenticator app, the recovery codes, one passkey. All their sessions have ended.
Next: openhour emergency-link '${admin.phone}' prints a link with which they sign in and set up another one.`,
  )
  expect((await app.request('GET /api/my-session', { token })).status).toBe(401)
  expect(await auditOf(admin.id)).toEqual(['second_factors_removed'])
  const link = await run('emergency-link', admin.phone!)
  const { problem } = await app.request('POST /api/login/emergency', { body: { token: link.split('#')[1], password } })
  const { login_ticket, authenticator } = problem as unknown as { login_ticket: string; authenticator: { secret: string } }
  const code = totpCode(readSecret(authenticator.secret), timeStepAt(app.clock.now()))
  expect((await app.request('POST /api/login/confirm', { body: { login_ticket, code } })).status).toBe(200)
})

test('after too many wrong codes the person is not kept from setting up another app', async () => {
  const admin = await makeAdmin(app.db)
  await giveFactors(admin.id)
  const at = app.clock.now()
  const failed = () => ({ user_id: admin.id, token_hash: randomBytes(32), awaits: 'app' as const, by_phone: true, tries: 5 })
  const times = { created_at: at, expires_at: at }
  await app.db
    .insertInto('login_tickets')
    .values([
      { ...failed(), ...times },
      { ...failed(), ...times },
    ])
    .execute()
  await run('remove-second-factor', admin.phone!)
  expect(await app.db.selectFrom('login_tickets').select('user_id').execute()).toEqual([])
})

test('a mentor is named by the e-mail address, and no other person loses anything', async () => {
  const [mentor, other] = [await makeMentor(app.db), await makeMentor(app.db)]
  await app.db.updateTable('users').set({ email: 'Mo@example.org' }).where('id', '=', mentor.id).execute()
  for (const { id } of [mentor, other]) await giveFactors(id)
  expect(await run('remove-second-factor', 'mo@example.org')).toContain('invite them again on their page')
  const left = await app.db.selectFrom('passkeys').select('user_id').execute()
  expect(left).toEqual([{ user_id: other.id }])
  expect(await run('remove-second-factor', 'mo@example.org')).toContain('They have no authenticator app and no passkey.')
  expect([await auditOf(mentor.id), await auditOf(other.id)]).toEqual([['second_factors_removed'], []])
})

test('an address of no person, or of two, removes nothing', async () => {
  const mentor = await makeMentor(app.db)
  await giveFactors(mentor.id)
  await expect(run('remove-second-factor', '+44 7700 900999')).rejects.toThrow('No active person, or more than one')
  const email = 'desk@example.org'
  await app.db.updateTable('users').set({ email, email_verified_at: null }).where('id', '=', mentor.id).execute()
  await makeUser(app.db, { email, email_verified_at: null })
  await expect(run('remove-second-factor', email)).rejects.toThrow('No active person, or more than one')
  expect(await app.db.selectFrom('passkeys').select('user_id').execute()).toHaveLength(1)
})

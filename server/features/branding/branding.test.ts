import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { makeBrandReader } from './queries.ts'

let o: Organisation
let token: string
beforeAll(async () => {
  o = await openOrganisation()
  token = await o.app.signIn(await makeAdmin(o.db, ['Settings Edit']))
})
afterAll(() => o.close())
beforeEach(async () => {
  await sql`UPDATE settings SET accent = NULL, logo_light = NULL, logo_dark = NULL`.execute(o.db)
  await sql`DELETE FROM logos`.execute(o.db)
})

async function upload(bytes: Buffer | string, { field = 'logo', as = token, type = 'image/png', name = 'logo.png' } = {}) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(Buffer.from(bytes))], { type }), name)
  const request = new Response(form)
  const headers = { 'content-type': request.headers.get('content-type')! }
  const body = Buffer.from(await request.arrayBuffer())
  return o.app.request('POST /api/logos', { body, headers, ...(as && { token: as }) })
}
const picture = (width: number, height: number, background = '#c00') =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
const read = (id: string) => o.app.http.inject({ method: 'GET', url: `/api/logos/${id}` })
const change = (body: unknown, as = token) => o.app.request('PUT /api/settings', { token: as, body })
const stored = () => o.db.selectFrom('logos').select('id').execute()

describe('POST /api/logos', () => {
  it('keeps a PNG that fits, whose id names its content and size', async () => {
    const { status, body } = await upload(await picture(1600, 200))
    expect(status).toBe(200)
    expect(body.id).toMatch(/^[0-9a-f]{32}-640x80$/)
    const answer = await read(body.id)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 640, height: 80 })
    expect((await upload(await picture(1600, 200))).body.id).toBe(body.id)
    expect(await stored()).toHaveLength(1)
  })

  it.each(['png', 'jpeg', 'webp'] as const)('re-encodes a %s, so that nothing hidden in it stays', async format => {
    const hidden = '<script>alert(1)</script>'
    const whole = await sharp(await picture(64, 64))
      .toFormat(format)
      .withExif({ IFD0: { Copyright: hidden } })
      .toBuffer()
    // What the request says of type and name does not count.
    const { body } = await upload(Buffer.concat([whole, Buffer.from(hidden)]), { type: 'text/html', name: '../../evil.html' })
    const { headers, rawPayload } = await read(body.id)
    expect([headers['content-type'], rawPayload.includes('script')]).toEqual(['image/png', false])
  })

  it.each([
    ['an SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', /export the logo as PNG/],
    ['an SVG with the signature of a GIF', 'GIF89a<svg onload=alert(1)>', /./],
    ['HTML', '<!doctype html><script>alert(1)</script>', /could not be read/],
    ['a PNG signature alone', '\x89PNG\r\n\x1a\n', /could not be read/],
    ['nothing', '', /could not be read/],
  ])('refuses %s and keeps nothing', async (_what, content, message) => {
    const { problem } = await upload(Buffer.from(content, 'latin1'))
    expect(problem).toMatchObject({ status: 422, code: 'bad_image', detail: expect.stringMatching(message) })
    expect(await stored()).toEqual([])
  })

  it('refuses what would be a line, what is too large, and another field', async () => {
    expect((await upload(await picture(4000, 8))).problem.code).toBe('bad_image')
    expect((await upload(await picture(10, 10))).problem.code).toBe('bad_image')
    const bomb = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect((await upload(bomb)).problem.code).toBe('bad_image')
    expect((await upload(Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await upload(await picture(64, 64), { field: 'photo' })).problem.errors).toHaveProperty('photo')
    expect((await o.app.request('POST /api/logos', { token, body: {} })).status).toBe(415)
    expect(await stored()).toEqual([])
  })

  it('is for holders of Settings Edit, until the role ends, and for no program', async () => {
    const logo = await picture(64, 64)
    expect((await upload(logo, { as: '' })).status).toBe(401)
    expect((await upload(logo, { as: await o.app.signIn(await makeUser(o.db)) })).status).toBe(403)
    expect((await upload(logo, { as: await o.app.signIn(await makeAdmin(o.db, ['Audit View'])) })).status).toBe(403)
    const leaving = await makeAdmin(o.db, ['Settings Edit'])
    const own = await o.app.signIn(leaving)
    expect((await upload(logo, { as: own })).status).toBe(200)
    await o.db.deleteFrom('role_assignments').where('user_id', '=', leaving.id).execute()
    expect((await upload(logo, { as: own })).status).toBe(403)
  })

  it('keeps the logos in use and the newest ten others', async () => {
    const ids: string[] = []
    for (let side = 20; side < 32; side += 1) {
      o.app.clock.advance(1000)
      ids.push((await upload(await picture(side, side))).body.id)
      if (ids.length === 1) expect((await change({ logo_light: ids[0] })).status).toBe(200)
    }
    const kept = new Set((await stored()).map(({ id }) => id))
    expect(ids.filter(id => !kept.has(id))).toEqual([ids[1]])
  })
})

describe('GET /api/logos/{id}', () => {
  it('may be kept for ever by any cache, and nothing in it can run', async () => {
    const { body } = await upload(await picture(64, 64))
    const { headers } = await read(body.id)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(headers['set-cookie']).toBeUndefined()
  })

  it.each([`${'0'.repeat(32)}-1x1`, 'x', '..%2f..%2fetc%2fpasswd', `${'0'.repeat(32)}-1x1%00.html`])(
    'is 404 for %s, kept by no cache',
    async id => {
      const { statusCode, headers } = await read(id)
      expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
    },
  )
})

describe('the settings accent, logo_light and logo_dark', () => {
  it.each([
    ['accent', '#12345'],
    ['accent', 'red'],
    ['accent', '#fff;}body{display:none'],
    ['logo_light', '../../x'],
    ['logo_dark', `${'0'.repeat(32)}-1x1`],
  ])('refuse %s %j at the field, with nothing changed', async (field, value) => {
    const { status, problem } = await change({ max_open: 9, [field]: value })
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]])
    expect(await o.db.selectFrom('settings').select(['max_open', 'accent', 'logo_light', 'logo_dark']).executeTakeFirst()).toEqual({
      max_open: 3,
      accent: null,
      logo_light: null,
      logo_dark: null,
    })
  })

  it('change the stylesheet of all pages, and are in the audit log', async () => {
    const readStyles = makeBrandReader(o.db, { now: () => new Date() })
    expect(await readStyles()).toBe('')
    const { id } = (await upload(await picture(320, 80))).body
    expect((await change({ accent: '#fff3b0', logo_light: id })).status).toBe(200)
    expect(await readStyles()).toContain('[data-theme=dark]{--accent:#fff3b0;')
    expect(await readStyles()).toContain(`url("/api/logos/${id}")`)
    const audits = await o.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('subject', '=', 'settings')
      .orderBy('at')
      .execute()
    expect(audits.slice(-2)).toEqual([
      { action: 'created', before: null, after: { logo: id } },
      { action: 'changed', before: { accent: null, logo_light: null }, after: { accent: '#fff3b0', logo_light: id } },
    ])
    expect((await change({ accent: null, logo_light: null })).body).toMatchObject({ accent: null, logo_light: null })
    expect(await readStyles()).toBe('')
  })

  it('have pages print on Letter where the organisation’s country does', async () => {
    const readStyles = makeBrandReader(o.db, { now: () => new Date() })
    expect((await change({ phone_country: 'US' })).status).toBe(200)
    expect(await readStyles()).toBe('@page{size:letter}')
    expect((await change({ phone_country: 'GB' })).status).toBe(200)
    expect(await readStyles()).toBe('')
  })

  it('are checked by the database too', async () => {
    const set = (column: string, value: string) => sql`UPDATE settings SET ${sql.ref(column)} = ${value}`.execute(o.db)
    await expect(set('accent', 'red')).rejects.toMatchObject({ constraint: 'settings_accent' })
    await expect(set('logo_light', `${'0'.repeat(32)}-1x1`)).rejects.toMatchObject({ constraint: 'settings_logo_light' })
    await expect(
      sql`INSERT INTO logos (id, bytes, created_at) VALUES ('x"); } body {', '\\x00', now())`.execute(o.db),
    ).rejects.toMatchObject({ constraint: 'logos_id' })
    const { id } = (await upload(await picture(64, 64))).body
    await change({ logo_dark: id })
    await expect(sql`DELETE FROM logos`.execute(o.db)).rejects.toMatchObject({ constraint: 'settings_logo_dark' })
  })
})

describe('an e-mail', () => {
  const letterTo = async () => {
    const { user } = await o.book()
    await o.send()
    return o.mail.to(user.email!)[0]!
  }

  it('has the logo as an inline picture and the accent on its button', async () => {
    const { id } = (await upload(await picture(640, 160))).body
    await change({ accent: '#fff3b0', logo_light: id })
    const letter = await letterTo()
    const logo = letter.attachments.find(({ contentType }) => contentType === 'image/png')
    expect(logo).toMatchObject({ cid: 'logo', contentDisposition: 'inline', related: true })
    expect(logo?.content).toEqual((await read(id)).rawPayload)
    // mailparser puts the inline picture into the HTML.
    expect(letter.html).toMatch(
      /<img src="data:image\/png;base64,[^"]+" alt="Larkfield" width="192" height="48" style="[^"]*background:#fffdf7">/,
    )
    const [, background] = /^:root{--accent:(#\w{6})/.exec(await makeBrandReader(o.db, { now: () => new Date() })()) ?? []
    expect(letter.html).toContain(`background:${background};color:#fffdf7`)
    expect(letter.attachments.some(({ contentType }) => contentType === 'application/ics')).toBe(true)
  })

  it('without them has the product’s colour and no picture', async () => {
    const letter = await letterTo()
    expect(letter.html).toContain('background:#0d6658;color:#fffdf7')
    expect(letter.html).not.toContain('<img')
    expect(letter.attachments.map(({ contentType }) => contentType)).not.toContain('image/png')
  })
})

import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AbilityName } from '#contract/abilities.ts'
import { giveRole, makeAdmin, makeMentor, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let user: Awaited<ReturnType<typeof makeUser>>
let token: string

async function upload(bytes: Buffer | string, { field = 'photo', as = token, type = 'image/jpeg', id = '' } = {}) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(Buffer.from(bytes))], { type }), 'photo.jpg')
  const request = new Response(form)
  const headers = { 'content-type': request.headers.get('content-type')! }
  const body = Buffer.from(await request.arrayBuffer())
  const sent = { body, headers, ...(as && { token: as }) }
  return id ? app.request('POST /api/users/{id}/photo', { ...sent, params: { id } }) : app.request('POST /api/my-profile/photo', sent)
}
const fetchPhoto = (address: string, as: string | null = token) =>
  app.http.inject({ method: 'GET', url: address, headers: as === null ? {} : { authorization: `Bearer ${as}` } })
const photos = () => app.db.selectFrom('photos').select('id').execute()

/** Red above blue. */
const flag = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width, height: height / 2, channels: 3, background: '#ff0000' } }, top: 0, left: 0 },
  ])

/** A PNG that claims a large size but contains almost nothing. */
function claimedPng(width: number, height: number): Buffer {
  const table = Array.from({ length: 256 }, (_, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
    return value >>> 0
  })
  const crc = (bytes: Buffer) =>
    (bytes.reduce((sum, byte) => (table[(sum ^ byte) & 255]! ^ (sum >>> 8)) >>> 0, 0xffffffff) ^ 0xffffffff) >>> 0
  const chunk = (name: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(content))
    return Buffer.concat([length, content, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0], 8)
  const rows = deflateSync(Buffer.alloc(1000))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(async () => {
  user = await makeUser(app.db)
  token = await app.signIn(user)
})

describe('POST /api/my-profile/photo', () => {
  it('keeps a square WebP, upright and without its metadata', async () => {
    const exif = { IFD0: { Copyright: 'A photographer', Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    // Rotated: the orientation tag requires a quarter turn clockwise.
    const photo = await flag(400, 300).jpeg().withExif(exif).withMetadata({ orientation: 6, exif }).toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { status, body } = await upload(photo)
    expect(status).toBe(200)
    expect(body.photo).toMatch(/^\/api\/photos\/[0-9a-f-]{36}$/)
    const stored = await fetchPhoto(body.photo)
    const facts = await sharp(stored.rawPayload).metadata()
    expect(facts).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect([facts.exif, facts.xmp, facts.iptc, facts.orientation]).toEqual([undefined, undefined, undefined, undefined])
    // After the rotation, the top is on the right.
    const { data } = await sharp(stored.rawPayload)
      .resize(2, 1, { kernel: 'nearest' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([data[2]! > 150, data[3]! > 150]).toEqual([true, true])
  })

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('re-encodes a %s, so that no hidden data stays', async format => {
    const hidden = '<script>alert(1)</script>'
    const picture = await flag(64, 64)
      .toFormat(format)
      .withExif({ IFD0: { ImageDescription: hidden, Copyright: hidden } })
      .toBuffer()
    const { status, body } = await upload(Buffer.concat([picture, Buffer.from(hidden)]))
    expect(status).toBe(200)
    const { headers, rawPayload } = await fetchPhoto(body.photo)
    expect([headers['content-type'], rawPayload.includes('script')]).toEqual(['image/webp', false])
  })

  it.each(['png', 'webp', 'gif', 'avif'] as const)('reads %s', async format => {
    expect((await upload(await flag(300, 200).toFormat(format).toBuffer(), { type: `image/${format}` })).status).toBe(200)
  })

  it('is not kept of a person who is erased while it is converted', async () => {
    const erasing = await app.db.startTransaction().execute()
    await sql`SELECT erase_person(${user.id}, ${(await makeAdmin(app.db)).id})`.execute(erasing)
    const answer = upload(await flag(300, 300).png().toBuffer())
    await waitForLocks(app.db)
    await erasing.commit().execute()
    expect((await answer).problem.code).toBe('record_closed')
    const { photo_id } = await app.db.selectFrom('users').select('photo_id').where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(photo_id).toBeNull()
  })

  it('replaces the one before and deletes it', async () => {
    const picture = await flag(64, 64).png().toBuffer()
    const before = await photos()
    const first = (await upload(picture)).body.photo
    const second = (await upload(picture)).body.photo
    expect(second).not.toBe(first)
    expect((await fetchPhoto(first)).statusCode).toBe(404)
    expect((await fetchPhoto(second)).statusCode).toBe(200)
    expect(await photos()).toHaveLength(before.length + 1)
    await Promise.all([upload(picture), upload(picture), upload(picture)])
    expect(await photos()).toHaveLength(before.length + 1)
    const audit = await app.db.selectFrom('audit').selectAll().where('person_id', '=', user.id).execute()
    expect(audit[0]).toMatchObject({ actor_id: user.id, action: 'changed', after: { fields: ['photo'] } })
  })

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')],
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a signature alone', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['a bomb of 900 megapixels', claimedPng(30_000, 30_000)],
    ['a picture that breaks off', claimedPng(2000, 2000)],
    ['a script that begins as a GIF does', Buffer.from('GIF89a/*<svg onload=alert(1)>*/=1;alert(1)')],
  ])('refuses %s, and keeps nothing of it', async (_what, bytes) => {
    const before = await photos()
    const { problem } = await upload(bytes, { type: 'image/png' })
    expect(problem).toMatchObject({ status: 422, code: 'bad_image' })
    expect(await photos()).toEqual(before)
    expect((await app.request('GET /api/my-session', { token })).body.user.photo).toBeNull()
  })

  it('refuses a photo cut short', async () => {
    const whole = await flag(900, 900).jpeg().toBuffer()
    expect((await upload(whole.subarray(0, whole.length / 2))).problem.code).toBe('bad_image')
  })

  it('takes 5 MB and not a byte more', async () => {
    const picture = await flag(64, 64).jpeg().toBuffer()
    const padded = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
    expect((await upload(padded(5 * 1024 * 1024))).status).toBe(200)
    expect((await upload(padded(5 * 1024 * 1024 + 1))).problem).toMatchObject({ status: 413, code: 'too_large' })
    expect((await upload(padded(12 * 1024 * 1024))).status).toBe(413)
  })

  it('says so over a real connection too, where a form arrives in pieces', async () => {
    const address = await app.http.listen({ port: 0 })
    const picture = await flag(64, 64).jpeg().toBuffer()
    for (const bytes of [5 * 1024 * 1024 + 1, 6 * 1024 * 1024, 12 * 1024 * 1024]) {
      const body = new FormData()
      body.append('photo', new Blob([Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])]), 'photo.jpg')
      const answer = await fetch(`${address}/api/my-profile/photo`, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } })
      expect([bytes, answer.status]).toEqual([bytes, 413])
    }
  })

  it('refuses another field, another format, and forms that are none', async () => {
    const send = (body: string, type = 'multipart/form-data; boundary=a') =>
      app.request('POST /api/my-profile/photo', { body, token, headers: { 'content-type': type } })
    const part = (name: string, text: string, more = '') => `--a\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}`
    const file = '; filename="photo.jpg"'
    expect((await upload('x', { field: 'picture' })).problem.errors).toHaveProperty('picture')
    expect((await send(`${part('note', 'x')}\r\n${part('photo', 'x', file)}\r\n--a--\r\n`)).problem.errors).toHaveProperty('note')
    expect((await send(`${part('photo', 'no file')}\r\n--a--\r\n`)).problem.errors).toHaveProperty('photo')
    expect((await send('--a--\r\n')).problem.errors).toHaveProperty('photo')
    expect((await send(part('photo', 'half', file))).status).toBe(400)
    expect((await send('x')).status).toBe(400)
    expect((await send('x', 'multipart/form-data')).status).toBe(400)
    expect((await send('x', 'image/jpeg')).status).toBe(415)
    expect((await send('{}', 'application/json')).problem).toMatchObject({ status: 415, code: 'unsupported_media' })
    expect((await app.request('POST /api/my-profile/photo', { token })).status).toBe(415)
  })

  it('needs a token', async () => {
    expect((await upload(await flag(10, 10).png().toBuffer(), { as: '' })).status).toBe(401)
  })
})

describe('a photo that staff set and remove', () => {
  const picture = () => flag(40, 40).jpeg().toBuffer()
  const remove = (id: string, as?: string) => app.request('DELETE /api/users/{id}/photo', { params: { id }, ...(as && { token: as }) })

  it('replaces the person’s own, is removed, and both are recorded', async () => {
    const admin = await makeAdmin(app.db, ['User Edit'])
    const clerk = await app.signIn(admin)
    const own = (await upload(await picture())).body.photo
    const { status, body } = await upload(await picture(), { as: clerk, id: user.id })
    expect([status, body.id]).toEqual([200, user.id])
    expect(body.photo).toMatch(/^\/api\/photos\//)
    expect((await fetchPhoto(own, clerk)).statusCode).toBe(404)
    expect((await fetchPhoto(body.photo)).statusCode).toBe(200)
    expect((await remove(user.id, clerk)).body).toMatchObject({ id: user.id, photo: null })
    expect((await fetchPhoto(body.photo, clerk)).statusCode).toBe(404)
    const audit = await app.db.selectFrom('audit').select(['action', 'after']).where('actor_id', '=', admin.id).execute()
    expect(audit).toEqual(Array.from({ length: 2 }, () => ({ action: 'changed', after: { fields: ['photo'] } })))
  })

  it('is refused for people with more abilities, closed and unknown records, and broken pictures', async () => {
    const clerk = await app.signIn(await makeAdmin(app.db, ['User Edit']))
    const closed = await makeUser(app.db, { active: false, erased_at: '2026-11-01T00:00:00Z' })
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const [id, code] of [
      [(await makeAdmin(app.db)).id, 'outranked'],
      [closed.id, 'record_closed'],
      [unknown, 'not_found'],
    ] as const) {
      expect((await upload(await picture(), { as: clerk, id })).problem.code).toBe(code)
      expect((await remove(id, clerk)).problem.code).toBe(code)
    }
    expect((await upload('no picture', { as: clerk, id: user.id })).problem.code).toBe('bad_image')
    expect((await app.request('POST /api/users/{id}/photo', { params: { id: user.id }, token: clerk })).status).toBe(415)
  })

  it('is 401 signed out and 403 without User Edit', async () => {
    const reader = await app.signIn(await makeAdmin(app.db, ['User List']))
    expect((await upload(await picture(), { as: '', id: user.id })).status).toBe(401)
    expect((await upload(await picture(), { as: reader, id: user.id })).status).toBe(403)
    expect([(await remove(user.id)).status, (await remove(user.id, reader)).status]).toEqual([401, 403])
  })
})

describe('DELETE /api/my-profile/photo', () => {
  it('removes it, and is no error without one', async () => {
    const { photo } = (await upload(await flag(10, 10).png().toBuffer())).body
    expect((await app.request('DELETE /api/my-profile/photo', { token })).body.photo).toBeNull()
    expect((await fetchPhoto(photo)).statusCode).toBe(404)
    expect((await app.request('DELETE /api/my-profile/photo', { token })).status).toBe(200)
    expect((await app.request('DELETE /api/my-profile/photo')).status).toBe(401)
  })
})

describe('GET /api/photos/{id}', () => {
  const uploadOwn = async () => (await upload(await flag(10, 10).png().toBuffer())).body.photo as string
  const holding = async (ability: AbilityName) => app.signIn(await makeAdmin(app.db, [ability]))

  it('is kept by no cache, and nothing in it can run', async () => {
    const { statusCode, headers } = await fetchPhoto(await uploadOwn())
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    })
  })

  it('is not shown to visitors, other clients or mentors of other clients', async () => {
    const photo = await uploadOwn()
    const stranger = await app.signIn(await makeUser(app.db))
    const mentor = await app.signIn(await makeMentor(app.db))
    for (const as of [null, stranger, mentor]) expect((await fetchPhoto(photo, as)).statusCode).toBe(404)
  })

  it('is shown to staff who see people, and not to other staff', async () => {
    const photo = await uploadOwn()
    expect((await fetchPhoto(photo, await holding('Appointment List'))).statusCode).toBe(200)
    expect((await fetchPhoto(photo, await holding('Contract Edit'))).statusCode).toBe(404)
  })

  it("shows an active mentor's to everyone, until the role ends", async () => {
    const photo = await uploadOwn()
    await giveRole(app.db, user.id, { is_mentor: true })
    const shown = await fetchPhoto(photo, null)
    expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'private, max-age=300'])
    await app.db.deleteFrom('role_assignments').where('user_id', '=', user.id).execute()
    expect((await fetchPhoto(photo, null)).statusCode).toBe(404)
  })

  it('serves drawn ones too', async () => {
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const { id } = await app.db.insertInto('photos').values({ type: 'image/svg+xml', bytes }).returning('id').executeTakeFirstOrThrow()
    await app.db.updateTable('users').set({ photo_id: id }).where('id', '=', user.id).execute()
    const answer = await fetchPhoto(`/api/photos/${id}`)
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'image/svg+xml', bytes.toString()])
  })

  it('does not show a photo that belongs to no person', async () => {
    const { id } = await app.db
      .insertInto('photos')
      .values({ type: 'image/webp', bytes: Buffer.from('x') })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await fetchPhoto(`/api/photos/${id}`)).statusCode).toBe(404)
  })

  it.each([crypto.randomUUID(), '1', '../users'])('is 404 for %j', async id => {
    const answer = await app.request('GET /api/photos/{id}', { params: { id } })
    expect([answer.status, answer.problem.code]).toEqual([404, 'not_found'])
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

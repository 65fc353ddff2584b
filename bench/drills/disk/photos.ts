import sharp from 'sharp'
import type { Site } from '../../drill-support/site.ts'

/** A photo that does not become smaller than it is: noise. */
export async function makePhoto(): Promise<Buffer> {
  const size = { width: 400, height: 400, channels: 3 as const }
  return sharp({ create: { ...size, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .png()
    .toBuffer()
}

/** Sets a user's photo. */
export async function upload(site: Site, client: number, photo: Buffer): Promise<{ status: number; retryAfter: string | null }> {
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png')
  const answer = await fetch(`${site.product.url}/api/my-profile/photo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.clients[client]!.token}` },
    body: form,
    signal: AbortSignal.timeout(15_000),
  })
  await answer.arrayBuffer()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

/** Photos in the database, and of people who have one, those whose photo is not there. */
export async function countPhotos({ database }: Site): Promise<number> {
  const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM photos')
  return rows[0]!.count
}

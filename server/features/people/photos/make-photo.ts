import sharp from 'sharp'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import { limitConcurrency } from '../limit-concurrency.ts'

/** A photo's sides in pixels. */
export const photoSize = 256
const mostPixels = 40_000_000
const mostSeconds = 6
/** Decoded, a picture of 40 megapixels takes 160 MB. */
const bounded = limitConcurrency(2, 20)

/** How the formats begin that cameras and phones write. Only these reach the decoder: never SVG, which is a program. */
function looksLikePicture(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, 12)
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF[^]{4}WEBP/.test(text) ||
    /^[^]{4}ftypavi[fs]/.test(text) ||
    /^[^]{4}ftypmif1/.test(text)
  )
}

/**
 * An uploaded picture as a square WebP of `photoSize`: upright, cut to its middle, without any of its metadata (where and with what it
 * was taken).
 * 422 `bad_image` for everything that is no picture, broken, or unreasonably large when unpacked.
 */
export async function makePhoto(bytes: Buffer): Promise<Buffer | Refusal> {
  if (!looksLikePicture(bytes)) return refuse('bad_image')
  return bounded(() =>
    sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize(photoSize, photoSize, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => refuse('bad_image')),
  )
}

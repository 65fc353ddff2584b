import type { Sharp } from 'sharp'
import { refuse, type Refusal } from '../refusal.ts'
import { limitConcurrency } from '../limit-concurrency.ts'

const maxPixels = 40_000_000
const maxSeconds = 6
/** 40 megapixels take 160 MB decoded. */
const bounded = limitConcurrency(2, 20)

/**
 * Signatures of the formats that cameras and phones write. Only these reach the decoder; SVG, which can
 * contain scripts, does not.
 */
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
 * Decodes an upload, upright and without metadata (such as place and device), and encodes what `convert`
 * makes of it. 422 `bad_image` if it is no image, damaged or too large when decoded.
 */
export async function convertPicture(bytes: Buffer, convert: (picture: Sharp) => Sharp): Promise<Buffer | Refusal> {
  if (!looksLikePicture(bytes)) return refuse('bad_image')
  // Pictures are rare, and the decoder holds 10 MB.
  const { default: sharp } = await import('sharp')
  return bounded(() =>
    convert(sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: maxSeconds }).autoOrient())
      .toBuffer()
      .catch(() => refuse('bad_image')),
  )
}

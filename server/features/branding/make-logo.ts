import { createHash } from 'node:crypto'
import { refuse, Refusal } from '../../platform/refusal.ts'
import { convertPicture } from '../../platform/pictures/convert-picture.ts'

/** In pixels: four times the height in the header, for sharp screens and the poster. */
const [maxWidth, maxHeight] = [640, 160]
const minSide = 16

interface Logo {
  id: string
  bytes: Buffer
}

/**
 * Converts an upload to a PNG, which every mail program shows, within `maxWidth` × `maxHeight`. SVG can hold
 * scripts and is refused. 422 `bad_image`.
 */
export async function makeLogo(upload: Buffer): Promise<Logo | Refusal> {
  const bytes = await convertPicture(upload, picture =>
    picture.resize(maxWidth, maxHeight, { fit: 'inside', withoutEnlargement: true }).png({ palette: true, quality: 95, effort: 7 }),
  )
  if (bytes instanceof Refusal) return looksLikeSvg(upload) ? refuse('bad_image', { message: svgMessage }) : bytes
  // The PNG header (IHDR) holds width and height.
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (Math.min(width, height) < minSide) return refuse('bad_image', { message: smallMessage })
  return { id: `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}-${width}x${height}`, bytes }
}

const svgMessage = 'refused.svgFilesCanContainScriptsAnd'
const smallMessage = ['refused.theLogoIsTooSmallOr', { least: minSide, width: maxWidth, height: maxHeight }] as const

const looksLikeSvg = (bytes: Buffer): boolean => /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4096))

import { convertPicture } from '../../../platform/pictures/convert-picture.ts'
import type { Refusal } from '../../../platform/refusal.ts'

/** Width and height of a photo in pixels. */
export const photoSize = 256

/** Converts an upload to a square WebP of `photoSize`, cropped to the centre. Refusals of `convertPicture`. */
export const makePhoto = (bytes: Buffer): Promise<Buffer | Refusal> =>
  convertPicture(bytes, picture => picture.resize(photoSize, photoSize, { fit: 'cover' }).webp({ quality: 82 }))

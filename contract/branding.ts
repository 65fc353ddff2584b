import * as z from 'zod'
import { defineCalls } from './call.ts'

/** A logo: the hash of its content, its width and its height in pixels. */
export const LogoId = z.string().regex(/^[0-9a-f]{32}-\d{1,3}x\d{1,3}$/, 'field.mustBeAnUploadedLogo')

export const brandingCalls = defineCalls({
  'POST /api/logos': {
    summary:
      'Upload a logo: multipart, field `logo`, at most 5 MB, re-encoded as PNG. It is in use once the settings name it; of unused ones, the newest ten are kept.',
    access: { ability: 'Settings Edit' },
    byHand: true,
    answer: { status: 200, body: z.object({ id: LogoId }) },
    refusals: ['bad_image', 'too_large', 'unsupported_media', 'bad_request', 'invalid'],
  },
  'GET /api/logos/{id}': {
    summary: 'A logo, as PNG. Its content never changes.',
    access: 'public',
    params: z.object({ id: LogoId }),
    answer: { status: 200, body: null },
    refusals: ['not_found'],
  },
})

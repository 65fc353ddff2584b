import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { App } from './platform.ts'
import { refuse, refuseField, type Refusal } from '../refusal.ts'

const maxBytes = 5 * 1024 * 1024

/** Registers calls that take a form with a file. Other calls refuse a form (415). */
export function registerUploads({ http, platform }: App, register: (app: App) => void): void {
  void http.register(async withForms => {
    await withForms.register(multipart, { limits: { fileSize: maxBytes, files: 1, fields: 5 } })
    register({ http: withForms, platform })
  })
}

/**
 * The bytes of the one file in a field of a multipart form. Refusals: 413 `too_large` over 5 MB; 415 for
 * another format; 422 if the file is missing; those of the call's access if the caller lost it meanwhile.
 */
export async function readUpload(request: FastifyRequest, field: string): Promise<Buffer | Refusal> {
  if (!request.isMultipart()) return refuse('unsupported_media', { message: ['refused.pleaseSendTheFileAsMultipart', { field }] })
  try {
    const file = await request.file({ limits: { fileSize: maxBytes, files: 1 } })
    if (!file) return refuseField(field, 'field.isRequired')
    const bytes = await file.toBuffer()
    // The reader truncates at the limit, and throws only if more data arrives after that.
    if (file.file.truncated) return refuse('too_large')
    const unknown = Object.keys(file.fields).find(name => name !== field)
    if (unknown !== undefined) return refuseField(unknown, 'field.isNotAKnownField')
    return (await request.readmit?.()) ?? bytes
  } catch (error) {
    // The multipart reader throws its refusals, and plain errors without a status for an incomplete form.
    const { statusCode } = error as { statusCode?: number }
    if (statusCode !== undefined) throw error
    return refuse('bad_request')
  }
}

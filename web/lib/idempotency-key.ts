import { useRef } from 'react'
import { newIdempotencyKey } from './api.ts'

/** Idempotency keys of a form: attempts with the same body share a key, another body gets another. */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' })
  return body => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: newIdempotencyKey() }
    return last.current.key
  }
}

import { useRef } from 'react'
import { freshKey } from '../../lib/api.ts'

/** An idempotency key for every try of exactly the same thing; another body is another thing and gets another key. */
export function useIntentKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' })
  return body => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: freshKey() }
    return last.current.key
  }
}

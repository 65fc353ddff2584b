import { useEffect, useRef, useState, type FormEvent } from 'react'
import { fieldSentence } from './field-sentence.ts'
import { language, region } from './messages.ts'
import { Refusal, sentenceOf, type Code } from './refusal.ts'
import { showUnseen } from './unseen-refusal.ts'

type Errors<Values> = { [Key in keyof Values]?: string }

interface Definition<Values> {
  initial: Values
  /** Validates before sending: an error text by field. */
  check?: (values: Values) => Errors<Values>
  /**
   * Sends. The `errors` of a thrown `Refusal` appear at the fields of the same names, everything else in
   * `problem`.
   */
  submit: (values: Values) => Promise<unknown>
  /** The field of refusals without field errors: `{ wrong_code: 'code' }`. */
  at?: { [Refused in Code]?: keyof Values & string }
}

/** What a field component needs: `<TextField label=… {...form.field('name')} />`. */
export interface BoundField<Value> {
  name: string
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
}

/** Values, errors and submission of a form. Use this hook for every form; pass it to `Form` or `FormFrame`. */
export function useForm<Values extends Record<string, unknown>>({ initial, check, submit, at = {} }: Definition<Values>) {
  const [values, setValues] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const [errors, setErrors] = useState<Errors<Values>>({})
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [busy, setBusy] = useState(false)
  const dirty = useRef(false)
  const failed = useRef<HTMLFormElement | null>(null)

  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  // After rendering, so that the first error can receive the focus.
  useEffect(() => {
    failed.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"][tabindex]')?.focus()
    failed.current = null
  })

  const set = (change: Partial<Values>) => {
    const next = { ...values, ...change }
    dirty.current = JSON.stringify(next) !== JSON.stringify(saved)
    setValues(next)
    setErrors(before => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in change))) as Errors<Values>)
  }

  const fail = (found: Errors<Values>, sentence?: string) => {
    setErrors(found)
    setProblem(sentence)
  }

  const refused = (error: unknown) => {
    dirty.current = true
    setRefusal(error instanceof Refusal ? error : undefined)
    const field = error instanceof Refusal ? at[error.code] : undefined
    if (field) return fail({ [field]: sentenceOf(error) } as Errors<Values>)
    const { here, elsewhere } = sortErrors(error, values)
    fail(here, Object.keys(here).length === 0 || elsewhere ? [sentenceOf(error), elsewhere].filter(Boolean).join(' ') : undefined)
  }

  const send = async (form: HTMLFormElement | null, sent = values) => {
    const found = check?.(sent) ?? {}
    const wrong = Object.values(found).some(Boolean)
    if (wrong) failed.current = form
    fail(found)
    setRefusal(undefined)
    if (wrong) return
    setBusy(true)
    const before = dirty.current
    dirty.current = false // Lets submit navigate past UnsavedGuard.
    try {
      await submit(sent)
      setSaved(sent)
    } catch (error) {
      // The user left while it was saved.
      if (isGone.current) return showUnseen(error)
      failed.current = form
      refused(error)
      dirty.current = before
    } finally {
      setBusy(false)
    }
  }

  return {
    values,
    set,
    errors,
    /** The error text that belongs to no single field. */
    problem,
    /** The last refusal, for components that handle certain codes (`nearest`, `choices`, …). */
    refusal,
    busy,
    isDirty: () => dirty.current,
    /** The values that the user's changes start from: the initial ones, or those of the last save. */
    saved,
    /** Goes on from newer values of the record, with what `merge` makes of the typed ones. */
    rebase: (newest: Values, merge: (typed: Values) => Values) => {
      setSaved(newest)
      setValues(typed => {
        const merged = merge(typed)
        dirty.current = JSON.stringify(merged) !== JSON.stringify(newest)
        return merged
      })
      fail({})
    },
    /** Starts again from other values (a record that was read or saved). */
    reset: (to: Values = initial) => {
      dirty.current = false
      setValues(to)
      setSaved(to)
      fail({})
    },
    /** Changes values and submits at once, such as a code with its last digit. */
    submitWith: (change: Partial<Values>) => {
      set(change)
      if (!busy) void send(null, { ...values, ...change })
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      // A date that could not be read is no empty one.
      const unreadable = event.currentTarget.querySelector<HTMLElement>('[data-unreadable]')
      if (unreadable) return unreadable.focus()
      if (!busy) void send(event.currentTarget)
    },
    field: <Key extends keyof Values & string>(name: Key): BoundField<Values[Key]> => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: value => set({ [name]: value } as unknown as Partial<Values>),
    }),
  }
}

/**
 * Splits the server's field errors into those of this form's fields and the text of the others, which names no field:
 * the server's names are for programs.
 */
export function sortErrors<Values extends object>(error: unknown, values: Values): { here: Errors<Values>; elsewhere: string } {
  const entries = Object.entries(error instanceof Refusal ? error.errors : {}).map(([key, list]) => [key, writeFieldErrors(list)] as const)
  return {
    here: Object.fromEntries(entries.filter(([key]) => key in values)) as Errors<Values>,
    elsewhere: entries
      .filter(([key]) => !(key in values))
      .map(([, text]) => text)
      .join(' '),
  }
}

/** The server's texts about one field, as whole sentences in the page's language. */
export const writeFieldErrors = (list: readonly string[]): string => list.map(text => fieldSentence(text, language, region)).join(' ')

import type { ComponentProps, ReactNode } from 'react'
import type { Refusal } from '../lib/refusal.ts'
import { t } from '../lib/messages.ts'
import { Button, ButtonLink } from './button.tsx'
import { Form, FormActions, type FormState } from './form.tsx'
import { StaleNotice } from './stale-notice.tsx'

interface FormFrameProps {
  /** What `useForm` returns. */
  form: FormState & { refusal: Refusal | undefined; busy: boolean }
  /** Label of the submit button; without it there is no submit row. */
  submit: string | undefined
  /** Submitting cannot be undone. */
  danger?: boolean
  /** Where Cancel leads, or what it does; without it there is no such button. */
  cancel?: ComponentProps<typeof ButtonLink>['to'] | (() => void) | undefined
  /** Label of the cancel button; "Cancel" unless given. */
  cancelLabel?: string
  /** Further content of the submit row, between submit and cancel. */
  actions?: ReactNode
  /** Keeps the submit row at the bottom of the screen: for long forms. */
  sticky?: boolean
  /** How to go on after the refusal `stale`; without it the refusal is shown as text. */
  stale?: ComponentProps<typeof StaleNotice> | undefined
  /** Notice of a refusal that the form explains itself, instead of the server's sentence. */
  refused?: ReactNode
  /** The address parameters that show the form (see UnsavedGuard). */
  param?: string | readonly string[] | undefined
  takesFocus?: boolean
  /** The fields. */
  children: ReactNode
}

/** The frame of a staff form: notices above the fields, the submit row below, and a guard for unsaved changes. */
export function FormFrame({
  form,
  submit,
  danger,
  cancel,
  cancelLabel = t('ui.cancel'),
  actions,
  sticky,
  stale,
  refused,
  param,
  takesFocus,
  children,
}: FormFrameProps) {
  const isStale = stale !== undefined && form.refusal?.code === 'stale'
  return (
    <Form form={{ ...form, problem: isStale || refused ? undefined : form.problem }} asks param={param} takesFocus={takesFocus}>
      {isStale && <StaleNotice {...stale} />}
      {refused}
      {children}
      {submit && (
        <FormActions sticky={sticky}>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={form.busy}>
            {submit}
          </Button>
          {actions}
          {typeof cancel === 'string' && <ButtonLink to={cancel}>{cancelLabel}</ButtonLink>}
          {typeof cancel === 'function' && (
            <Button data-dismiss="" onClick={cancel}>
              {cancelLabel}
            </Button>
          )}
        </FormActions>
      )}
    </Form>
  )
}

import type { Login } from '#contract/people.ts'
import type { ProviderArrival } from '#contract/providers.ts'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { call, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isCompleteCode } from '../../lib/one-time-code.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { CodeField } from './code-field.tsx'
import { ResendCode } from './resend-code.tsx'
import styles from './sessions.module.css'

type Way = ProviderArrival['confirm_by'][number]
interface Sent {
  by: Way
  ticket: string
  demoCode: string | undefined
  resendFrom: number
}

interface ProviderMatchProps {
  arrival: ProviderArrival
  /** The account is linked, and the person logged in. */
  onDone: (login: Login) => void
  /** A second factor follows. */
  onCodeWanted: (refusal: Refusal) => void
  onOtherWay: () => void
}

const addressOf = ({ email, phone }: ProviderArrival, by: Way): string => (by === 'email' ? (email ?? '') : formatPhone(phone ?? ''))

/**
 * A record here has the address that the provider confirmed: its owner confirms it here with a code,
 * and the account is linked.
 */
export function ProviderMatch({ arrival, onDone, onCodeWanted, onOtherWay }: ProviderMatchProps) {
  const [by, setBy] = useState<Way>(arrival.confirm_by[0] ?? 'email')
  const [sent, setSent] = useState<Sent>()
  const [moved, setMoved] = useState(false)
  const request = async () => {
    const body = { provider_ticket: arrival.provider_ticket, by }
    const answer = await call('POST /api/login/provider/code', { body })
    setSent(sentBy(by, answer))
  }
  const done = (login: Login) => {
    toast(t('providers.linked', { name: arrival.provider }), { type: 'success' })
    onDone(login)
  }
  const other = arrival.confirm_by.find(way => way !== by)
  const otherWays = (
    <div className={styles.others}>
      {other && (
        <Button
          kind="plain"
          onClick={() => {
            setBy(other)
            setSent(undefined)
            setMoved(true)
          }}
        >
          {t(other === 'email' ? 'signIn.byEmail' : 'signIn.byPhone')}
        </Button>
      )}
      <Button kind="plain" onClick={onOtherWay}>
        {t('providers.otherWay')}
      </Button>
    </div>
  )
  if (sent)
    return (
      <MatchCode arrival={arrival} sent={sent} request={request} onDone={done} onCodeWanted={onCodeWanted} onOtherWay={onOtherWay}>
        {otherWays}
      </MatchCode>
    )
  return (
    <SendCode key={by} arrival={arrival} by={by} moved={moved} request={request}>
      {otherWays}
    </SendCode>
  )
}

const sentBy = (by: Way, answer: ResponseBody<'POST /api/login/provider/code'>): Sent => ({
  by,
  ticket: answer.join_ticket,
  demoCode: answer.demo_code,
  resendFrom: Date.now() + answer.resend_after * 1000,
})

interface StepProps {
  arrival: ProviderArrival
  request: () => Promise<void>
  children: ReactNode
}

/**
 * One decision: to which address the code goes. After a change of it the button has the focus, and the
 * new address as its description.
 */
function SendCode({ arrival, by, moved, request, children }: StepProps & { by: Way; moved: boolean }) {
  const form = useForm({ initial: {}, submit: request })
  const button = useRef<HTMLButtonElement>(null)
  const where = useId()
  useEffect(() => {
    if (moved) button.current?.focus()
  }, [moved])
  const over = form.refusal?.code === 'ticket_expired'
  return (
    <Form form={form}>
      <p>{t('providers.match', { name: arrival.provider })}</p>
      <p id={where}>{t('providers.matchCode', { address: addressOf(arrival, by) })}</p>
      <FormActions>
        {over ? (
          <StartAgain />
        ) : (
          <>
            <Button ref={button} type="submit" kind="primary" busy={form.busy} aria-describedby={where}>
              {t('join.sendCode')}
            </Button>
            {children}
          </>
        )}
      </FormActions>
    </Form>
  )
}

type CodeProps = StepProps & { sent: Sent } & Pick<ProviderMatchProps, 'onDone' | 'onCodeWanted' | 'onOtherWay'>

/** The code. A right one that opens no record leads to the other ways. */
function MatchCode({ arrival, sent, request, onDone, onCodeWanted, onOtherWay, children }: CodeProps) {
  const { by, ticket: join_ticket } = sent
  const form = useForm({
    initial: { code: '' },
    at: { wrong_code: 'code' },
    check: ({ code }) => (isCompleteCode(code) ? {} : { code: t('confirm.codeMissing') }),
    submit: async ({ code }) => {
      try {
        const body = { provider_ticket: arrival.provider_ticket, by, join_ticket, code }
        onDone(await call('POST /api/login/provider/link', { body }))
      } catch (error) {
        if (isRefusal(error, 'code_required')) return onCodeWanted(error)
        throw error
      }
    },
  })
  const code = form.refusal?.code
  const over = code === 'ticket_expired' || code === 'account_taken'
  const otherwise = code === 'already_registered' || code === 'record_merged'
  if (over || otherwise)
    return (
      <>
        <Notice kind="error" alert>
          <p>{form.problem}</p>
        </Notice>
        <FormActions>
          {over ? (
            <StartAgain />
          ) : (
            <Button kind="primary" onClick={onOtherWay}>
              {t('providers.otherWay')}
            </Button>
          )}
        </FormActions>
      </>
    )
  return (
    <Form form={form} takesFocus>
      <p>{t('confirm.sent', { phone: addressOf(arrival, by) })}</p>
      {sent.demoCode && (
        <Notice>
          <p>{t('confirm.demoCode', { code: sent.demoCode })}</p>
        </Notice>
      )}
      <CodeField {...form.field('code')} byEmail={by === 'email'} />
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('confirm.check')}
        </Button>
        <ResendCode request={request} from={sent.resendFrom} />
        {children}
      </FormActions>
    </Form>
  )
}

const StartAgain = () => (
  <ButtonLink to={paths.login()} kind="primary">
    {t('providers.startAgain')}
  </ButtonLink>
)

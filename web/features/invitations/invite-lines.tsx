import type { InvitationLine } from '#contract/invitations.ts'
import { useRef, useState } from 'react'
import { call, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField, TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { decodeList } from './decode-list.ts'
import { formatLine } from './format-invitation.ts'
import { RoleChoice } from './invite-form.tsx'
import rows from '../../ui/row-list.module.css'
import styles from './invitations.module.css'

interface InviteLinesProps {
  roles: readonly { id: string; name: string }[]
  onInvited: (ids: readonly string[], print: boolean) => void
}

interface Preview {
  body: { text: string; print: boolean; role_ids: string[] }
  answer: ResponseBody<'POST /api/invitations/preview'>
}

/**
 * Invites several people from pasted lines or a CSV file: first every line is checked, then all good
 * ones are invited at once.
 */
export function InviteLines({ roles, onInvited }: InviteLinesProps) {
  const [preview, setPreview] = useState<Preview>()
  const form = useForm({
    initial: { text: '', print: false, role_ids: [] as string[] },
    check: ({ text }) => ({ ...(!text.trim() && { text: t('invitations.linesMissing') }) }),
    submit: async body => setPreview({ body, answer: await call('POST /api/invitations/preview', { body }) }),
  })
  const { value: chosen, onChange: choose } = form.field('role_ids')
  const text = form.field('text')
  const print = form.field('print')
  // Checking the lines saves nothing.
  const isDirty = () => text.value.trim() !== ''
  if (preview) return <PreviewLines preview={preview} onBack={() => setPreview(undefined)} onInvited={onInvited} />
  return (
    <Card>
      <FormFrame form={{ ...form, isDirty }} param="new" submit={t('invitations.check')} cancel={paths.invitations()} takesFocus>
        <TextAreaField label={t('invitations.lines')} hint={t('invitations.linesHint')} {...text} rows={10} spellCheck={false} />
        <p>
          <label>
            {t('invitations.file')}{' '}
            <input
              type="file"
              className={styles.file}
              accept=".csv,.txt,text/csv,text/plain"
              onChange={event => void event.target.files?.[0]?.arrayBuffer().then(bytes => text.onChange(decodeList(bytes)))}
            />
          </label>
        </p>
        <RoleChoice roles={roles} value={chosen} onChange={choose} />
        <CheckField label={t('invitations.printAll')} {...print} />
      </FormFrame>
    </Card>
  )
}

interface PreviewProps {
  preview: Preview
  onBack: () => void
  onInvited: InviteLinesProps['onInvited']
}

function PreviewLines({ preview: { body, answer }, onBack, onInvited }: PreviewProps) {
  const keyFor = useIdempotencyKey()
  const isInvited = useRef(false)
  const form = useForm({
    initial: {},
    submit: async () => {
      const { invited } = await call('POST /api/invitations/batch', { body, idempotencyKey: keyFor(body) })
      isInvited.current = true
      onInvited(invited, body.print)
    },
  })
  const wrong = answer.lines.length - answer.valid
  return (
    <Card>
      <FormFrame
        form={{ ...form, isDirty: () => !isInvited.current }}
        param="new"
        submit={answer.valid > 0 ? t('invitations.inviteValid', { count: answer.valid }) : undefined}
        actions={<Button onClick={onBack}>{t('invitations.changeLines')}</Button>}
      >
        <p role="status">
          {wrong === 0 ? t('invitations.allValid', { count: answer.valid }) : t('invitations.someWrong', { count: wrong })}
        </p>
        <ul className={styles.lines} aria-label={t('invitations.checked')}>
          {answer.lines.map(line => (
            <LineRow key={line.line} line={line} />
          ))}
        </ul>
        {answer.valid === 0 && (
          <div>
            <Button onClick={onBack}>{t('invitations.changeLines')}</Button>
          </div>
        )}
      </FormFrame>
    </Card>
  )
}

const LineRow = ({ line }: { line: InvitationLine }) => (
  <li className={styles.line}>
    <span className="soft tabular">{line.line}</span>
    <div className={rows.what}>
      <span>{[line.name, line.email, line.phone, line.roles.join(', ')].filter(Boolean).join(' · ')}</span>
      <p className={rows.facts}>
        <Badge tone={line.problem ? 'bad' : 'good'}>{t(line.problem ? 'invitations.lineSkipped' : 'invitations.lineGood')}</Badge>
        <span>{formatLine(line)}</span>
      </p>
    </div>
  </li>
)

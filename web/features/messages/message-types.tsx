import type { SwitchableKind } from '#contract/message-kinds.ts'
import type { Settings } from '#contract/settings.ts'
import { letterKinds, type LetterName } from '#contract/message-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryKeyOf, queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { Link } from '../../ui/link.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { groups, kindsOf } from './kind-groups.ts'
import styles from './messages.module.css'
import { formatKind } from './format-message.ts'

/**
 * The kinds of messages that the organisation sends. Each can be switched off, which applies from the next
 * message on.
 */
export function MessageTypes() {
  const query = useQuery({ ...queryOptionsOf('GET /api/settings'), staleTime: 0 })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={3} height="14rem" />}>
      {settings => (
        <div className={styles.groups}>
          {groups.map(group => (
            <Card key={group} as="section" label={t(`messages.group.${group}`)}>
              <h2 className={styles.groupTitle}>{t(`messages.group.${group}`)}</h2>
              <ul className={styles.kinds}>
                {kindsOf(group).map(kind => (
                  <KindSwitch key={kind} kind={kind} settings={settings} />
                ))}
              </ul>
            </Card>
          ))}
          <p className="soft small">
            {t('messages.sent.always')} <Link to={paths.settings()}>{t('messages.sent.toSettings')}</Link>
          </p>
        </div>
      )}
    </Loaded>
  )
}

const lettersOf = (kind: SwitchableKind) => (Object.keys(letterKinds) as LetterName[]).filter(name => letterKinds[name] === kind)

function KindSwitch({ kind, settings }: { kind: SwitchableKind; settings: Settings }) {
  const [busy, setBusy] = useState(false)
  const on = !settings.messages_off.includes(kind)
  const change = async (next: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      const others = settings.messages_off.filter(other => other !== kind)
      const messages_off: SwitchableKind[] = next ? others : [...others, kind]
      queryClient.setQueryData(
        queryKeyOf('GET /api/settings'),
        await call('PUT /api/settings', { body: { messages_off, revision: settings.revision } }),
      )
      toast(t(next ? 'messages.sent.on' : 'messages.sent.off', { kind: formatKind(kind) }), { type: 'success' })
    } catch (error) {
      toastError(error)
      await queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/settings') })
    }
    setBusy(false)
  }
  return (
    <li>
      <CheckField name={kind} label={formatKind(kind)} value={on} onChange={next => void change(next)} />
      <p className="soft small">{t(`messages.when.${kind}`)}</p>
      <p className={styles.letters}>
        {lettersOf(kind).map(name => (
          <Link
            key={name}
            to={paths.messages({ view: 'sent', words: name })}
            aria-label={t('wordings.editOf', { name: t(`wordings.name.${name}`) })}
          >
            {lettersOf(kind).length === 1 ? t('wordings.edit') : t('wordings.editOf', { name: t(`wordings.name.${name}`) })}
          </Link>
        ))}
      </p>
    </li>
  )
}

import type { OfferedSupportType } from '#contract/support-types.ts'
import { IconList, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call, queryKeyOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.ts'
import styles from '../../ui/row-list.module.css'
import { SupportTypeRow } from './support-type-row.tsx'

/** Active support types in the order that clients see, then retired ones. */
export function SupportTypeList({ supportTypes }: { supportTypes: readonly OfferedSupportType[] }) {
  const [said, setSaid] = useState('')
  const offered = supportTypes.filter(({ active }) => active)
  const retired = supportTypes.filter(({ active }) => !active)

  const move = async (from: number, to: number) => {
    const moved = offered[from]
    if (!moved || to < 0 || to >= offered.length) return
    const order = [...offered.toSpliced(from, 1).toSpliced(to, 0, moved), ...retired]
    // Optimistic: a refusal restores the order.
    queryClient.setQueryData(queryKeyOf('GET /api/support-types'), { data: order })
    setSaid(t('supportTypes.moved', { name: moved.name, position: to + 1 }))
    try {
      await call('POST /api/support-types/order', { body: { ids: order.map(({ id }) => id) } })
    } catch (error) {
      toastError(error)
      await queryClient.invalidateQueries()
    }
  }

  if (supportTypes.length === 0) {
    return (
      <EmptyState
        title={t('supportTypes.noneTitle')}
        icon={<IconList size={26} stroke={1.6} aria-hidden="true" />}
        action={<NewSupportTypeLink />}
      >
        <p>{t('supportTypes.noneText')}</p>
      </EmptyState>
    )
  }
  return (
    <>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {offered.length > 0 && (
        <section className={styles.stack} aria-labelledby="offered">
          <h2 id="offered">{t('supportTypes.inUse')}</h2>
          <ol className={styles.list}>
            {offered.map((supportType, index) => (
              <SupportTypeRow
                key={supportType.id}
                supportType={supportType}
                onUp={index > 0 ? () => void move(index, index - 1) : null}
                onDown={index < offered.length - 1 ? () => void move(index, index + 1) : null}
              />
            ))}
          </ol>
        </section>
      )}
      {retired.length > 0 && (
        <section className={styles.stack} aria-labelledby="retired">
          <h2 id="retired">{t('supportTypes.outOfUse')}</h2>
          <ul className={styles.list}>
            {retired.map(supportType => (
              <SupportTypeRow key={supportType.id} supportType={supportType} onUp={null} onDown={null} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Opens the form of a new support type in the list. */
export const NewSupportTypeLink = () => (
  <ButtonLink to={paths.supportTypes({ edit: 'new' })} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
    {t('supportTypes.new')}
  </ButtonLink>
)

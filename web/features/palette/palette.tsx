import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { SearchList } from '../../ui/search-list.tsx'
import styles from './palette.module.css'
import { useSearchResults, type Option } from './use-search-results.ts'

/** Finds a person by name or number, an appointment by reference, and every page, in a dialog. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { groups, looking, failed } = useSearchResults(text)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const open = ({ to }: Option) => {
    onClose()
    void navigate({ href: to })
  }
  const status = failed
    ? t('palette.failed')
    : looking
      ? t('palette.looking')
      : t('palette.count', { count, typed: text.trim() ? 'yes' : 'no' })
  return (
    <Dialog title={t('palette.title')} onClose={onClose}>
      <SearchList
        label={t('palette.label')}
        placeholder={t(can('User List') ? 'palette.placeholder' : 'palette.placeholderPages')}
        maxLength={100}
        text={text}
        onText={setText}
        listLabel={t('palette.results')}
        groups={groups.map(({ title, options }) => ({
          title,
          items: options.map(option => ({ id: option.to, content: <Result option={option} />, onChoose: () => open(option) })),
        }))}
        status={status}
      />
    </Dialog>
  )
}

const Result = ({ option: { label, note, photo } }: { option: Option }) => (
  <>
    {photo && <PrivateAvatar name={photo.name} photo={photo.url} size="small" />}
    <span className={styles.words}>
      <span className={styles.label}>{label}</span>
      {note && <span className={styles.note}>{note}</span>}
    </span>
  </>
)

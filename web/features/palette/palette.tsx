import { useNavigate } from '@tanstack/react-router'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { SearchList } from '../../ui/search-list.tsx'
import styles from './palette.module.css'
import type { Option } from './option.ts'
import { closePalette, setPaletteText, usePaletteState } from './palette-state.ts'
import { keepRecent } from './recent-options.ts'
import { useSearchResults } from './use-search-results.ts'

/** Finds a person by name or number, an appointment by reference, and every page, in a dialog. */
export default function Palette() {
  const navigate = useNavigate()
  const { text } = usePaletteState()
  const { groups, looking, isStale, failed } = useSearchResults(text)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const open = (option: Option) => {
    closePalette()
    keepRecent(option)
    if (option.to.startsWith('tel:')) location.assign(option.to)
    else void navigate({ href: option.prepare?.() ?? option.to })
  }
  const status = failed
    ? t('palette.failed')
    : looking
      ? t('palette.looking')
      : t('palette.count', { count, typed: text.trim() ? 'yes' : 'no' })
  return (
    <Dialog title={t('palette.title')} onClose={closePalette}>
      <SearchList
        label={t('palette.label')}
        placeholder={placeholder()}
        maxLength={100}
        text={text}
        onText={setPaletteText}
        listLabel={t('palette.results')}
        groups={groups.map(({ title, options }) => ({
          title,
          items: options.map(option => ({
            id: `${title} ${option.to}`,
            content: <Result option={option} />,
            onChoose: () => open(option),
          })),
        }))}
        status={status}
        isStale={isStale}
      />
    </Dialog>
  )
}

function placeholder(): string {
  if (can('User List')) return t('palette.placeholder')
  return t(can('Appointment Create') ? 'palette.placeholderNumbers' : 'palette.placeholderPages')
}

const Result = ({ option: { label, note, photo } }: { option: Option }) => (
  <>
    {photo && <PrivateAvatar name={photo.name} photo={photo.url} size="small" />}
    <span className={styles.words}>
      <span className={styles.label}>{label}</span>
      {note && (
        <span className={styles.note}>
          <bdi>{note}</bdi>
        </span>
      )}
    </span>
  </>
)

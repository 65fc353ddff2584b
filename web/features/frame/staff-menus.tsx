import type { PageAddress } from '#contract/pages.ts'
import { IconPlus } from '@tabler/icons-react'
import type { Ref } from 'react'
import { setDensity, useDensity } from '../../lib/density.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { isInHeader, openStaffPages, pageGroups, type StaffPage } from '../../lib/staff-pages.ts'
import { Menu, MenuAction } from '../../ui/menu.tsx'

/** What the user may start: a booking, a session, a person. */
export const newItems = (): { to: PageAddress; label: string; key?: string }[] =>
  [
    can('Appointment Create') && { to: paths.book(), label: t('menu.newBooking'), key: 'B' },
    can('Schedule Create') && { to: paths.scheduleCreate(), label: t('menu.newSession') },
    can('User Edit') && { to: paths.userCreate(), label: t('menu.newPerson') },
  ].filter(item => item !== false)

/** Nothing for users who may start nothing. */
export function NewMenu({ opener }: { opener: Ref<HTMLButtonElement> }) {
  const hasKeys = useSingleKeys()
  const items = newItems().map(({ to, label, key }) => ({ to, label, keys: hasKeys ? key : undefined }))
  if (items.length === 0) return null
  return <Menu look="button" label={t('menu.new')} icon={<IconPlus size={18} aria-hidden="true" />} groups={[{ items }]} opener={opener} />
}

/** Every other page that the user may open, in four groups. */
export function MoreMenu({ shown, onShortcuts }: { shown: StaffPage | undefined; onShortcuts: () => void }) {
  const pages = openStaffPages().filter(page => !page.form && !isInHeader(page))
  const groups = pageGroups
    .map(group => ({
      title: t(`menu.group.${group}`),
      items: pages.filter(page => page.group === group).map(({ to, title }) => ({ to, label: t(title) })),
    }))
    .filter(({ items }) => items.length > 0)
  const isCompact = useDensity() === 'compact'
  return (
    <Menu look="entry" label={t('menu.more')} groups={groups} current={shown !== undefined && pages.includes(shown)}>
      <MenuAction pressed={isCompact} onPress={() => setDensity(isCompact ? 'comfortable' : 'compact')}>
        {t('menu.compact')}
      </MenuAction>
      <MenuAction onPress={onShortcuts}>{t('shortcuts.title')}</MenuAction>
    </Menu>
  )
}

import { formatList } from './format-values.ts'
import { region, t } from './messages.ts'
import { useSite } from './site.ts'

/** The languages that people can choose, and the one that is set; empty: none. */
export function useLanguageOptions(current: string): { value: string; label: string }[] {
  const offered = (useSite()?.languages ?? []).map(({ code, name }) => ({ value: code, label: name }))
  if (!current || offered.some(({ value }) => value === current)) return offered
  return [...offered, { value: current, label: new Intl.DisplayNames(region, { type: 'language' }).of(current) ?? current }]
}

/** In which languages pages for staff are in English. */
export function useStaffLanguageHint(): string {
  const names = (useSite()?.languages ?? []).flatMap(({ name, staff }) => (staff === false ? [name] : []))
  return t('profileDetails.staffLanguages', { languages: formatList(names) })
}

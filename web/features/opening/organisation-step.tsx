import { useQuery } from '@tanstack/react-query'
import { call, queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ZoneField } from '../../ui/zone-field.tsx'
import { RegionFields } from '../settings/region-fields.tsx'

/** Name, contact, time zone, country, language and currency. The administrator's own address and the browser's zone are offered first. */
export function OrganisationStep() {
  const query = useQuery({ ...queryOptionsOf('GET /api/settings'), gcTime: 0 })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={2} height="4rem" />}>
      {settings => <OrganisationForm settings={settings} />}
    </Loaded>
  )
}

function OrganisationForm({ settings }: { settings: ResponseBody<'GET /api/settings'> }) {
  const user = useSession()?.user
  const { site_name, phone_country, locale, currency } = settings
  const contact = settings.contact || user?.email || user?.phone || ''
  const form = useForm({
    initial: { site_name, contact, time_zone: visitorZone(), phone_country, locale, currency },
    check: values => ({
      ...(!values.site_name.trim() && { site_name: t('offering.missing') }),
      ...(!values.contact.trim() && { contact: t('opening.contactMissing') }),
    }),
    submit: values => call('PUT /api/settings', { body: values }),
  })
  return (
    <FormFrame form={form} submit={t('opening.save')}>
      <TextField label={t('settings.siteName')} maxLength={80} autoComplete="organization" {...form.field('site_name')} />
      <TextField label={t('settings.contact')} hint={t('settings.contactHint')} maxLength={300} {...form.field('contact')} />
      <ZoneField label={t('settings.zone')} {...form.field('time_zone')} />
      <RegionFields field={form.field} />
    </FormFrame>
  )
}

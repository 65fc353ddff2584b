import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
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

type Stored = ResponseBody<'GET /api/settings'>

const valuesOf = ({ site_name, contact, time_zone, phone_country, locale, currency }: Stored) => ({
  site_name,
  contact,
  time_zone,
  phone_country,
  locale,
  currency,
})

/** It sends only what differs from the settings, with their revision. */
function OrganisationForm({ settings }: { settings: Stored }) {
  const user = useSession()?.user
  const [base, setBase] = useState(settings)
  /** The settings with what is offered in place of those that have not been chosen since the form was opened. */
  const offer = (stored: Stored) => ({
    ...valuesOf(stored),
    contact: stored.contact || user?.email || user?.phone || '',
    time_zone: stored.time_zone === base.time_zone ? visitorZone() : stored.time_zone,
  })
  const form = useForm({
    initial: offer(settings),
    check: values => ({
      ...(!values.site_name.trim() && { site_name: t('offering.missing') }),
      ...(!values.contact.trim() && { contact: t('opening.contactMissing') }),
    }),
    submit: values => {
      const before = valuesOf(base)
      const changed = Object.entries(values).filter(([name, value]) => value !== before[name as keyof typeof before])
      return call('PUT /api/settings', { body: { ...Object.fromEntries(changed), revision: base.revision } })
    },
  })
  const readNewest = async () => {
    const newest = await call('GET /api/settings')
    setBase(newest)
    return offer(newest)
  }
  return (
    <FormFrame form={form} submit={t('opening.save')} stale={afterStale(form, readNewest)}>
      <TextField label={t('settings.siteName')} maxLength={80} autoComplete="organization" {...form.field('site_name')} />
      <TextField label={t('settings.contact')} hint={t('settings.contactHint')} maxLength={300} {...form.field('contact')} />
      <ZoneField label={t('settings.zone')} {...form.field('time_zone')} />
      <RegionFields field={form.field} />
    </FormFrame>
  )
}

import { IconDeviceMobileMessage, IconKey, IconLifebuoy, IconLock, IconMail } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { ContactLine } from '../booking/contact-line.tsx'
import { sendsCodes } from './sign-in-method.ts'
import styles from './reassurance.module.css'

/**
 * Answers common questions next to the form: about giving a phone number or e-mail address, or about the password
 * for people who return.
 */
export function Reassurance({ returning }: { returning: boolean }) {
  const site = useSite()
  const contact = site?.contact
  const { phone = true, email = false } = site?.sign_in ?? {}
  const [code, address] =
    phone && email
      ? (['join.factCodeBoth', 'join.factBoth'] as const)
      : email
        ? (['join.factCodeEmail', 'join.factAddress'] as const)
        : (['join.factCode', 'join.factNumber'] as const)
  const forgotten = { Icon: IconKey, text: t('login.factForgotten') }
  const codes = [
    { Icon: phone ? IconDeviceMobileMessage : IconMail, text: t(code) },
    { Icon: IconLock, text: t(address) },
  ]
  const facts: { Icon: typeof IconLock; text: string; contact?: string | undefined }[] = [
    ...(sendsCodes({ phone, email }) ? (returning ? [forgotten] : codes) : []),
    { Icon: IconLifebuoy, text: t(contact ? 'join.factContact' : 'join.factHelp'), contact },
  ]
  return (
    <ul className={styles.facts}>
      {facts.map(({ Icon, text, ...fact }) => (
        <li key={text}>
          <Icon size={22} stroke={1.6} aria-hidden="true" />
          <span>
            {text} <ContactLine contact={fact.contact} />
          </span>
        </li>
      ))}
    </ul>
  )
}

import { about } from './contracts/about.ts'
import { accessibility } from './contracts/accessibility.ts'
import { imprint } from './contracts/imprint.ts'
import { privacy } from './contracts/privacy.ts'
import { sessionAgreement } from './contracts/session-agreement.ts'
import { terms, termsBefore } from './contracts/terms-conditions.ts'

interface DemoContract {
  key: string
  required_for: 'registration' | 'booking' | null
  /** Oldest first; the last is in force. `age`: days since publication. */
  versions: readonly { title: string; body: string; age: number }[]
}

/** The organisation's contracts. */
export const contracts: readonly DemoContract[] = [
  { key: 'about', required_for: null, versions: [{ title: 'About us', body: about, age: 700 }] },
  {
    key: 'terms_conditions',
    required_for: 'registration',
    versions: [
      { title: 'Terms and conditions', body: termsBefore, age: 700 },
      { title: 'Terms and conditions', body: terms, age: 200 },
    ],
  },
  { key: 'privacy', required_for: null, versions: [{ title: 'Privacy', body: privacy, age: 700 }] },
  { key: 'accessibility', required_for: null, versions: [{ title: 'Accessibility', body: accessibility, age: 300 }] },
  { key: 'imprint', required_for: null, versions: [{ title: 'Imprint', body: imprint, age: 700 }] },
  { key: 'session_agreement', required_for: 'booking', versions: [{ title: 'Session agreement', body: sessionAgreement, age: 700 }] },
]

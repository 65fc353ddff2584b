import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './sessions.module.css'
import type { SignInWay } from './sign-in-method.ts'

const labels = { phone: 'signIn.byPhone', email: 'signIn.byEmail', password: 'join.withPassword' } as const
/** Next to the password, which takes a phone number or an e-mail address too. */
const codeLabels = { ...labels, phone: 'signIn.codeByPhone', email: 'signIn.codeByEmail' } as const

interface OtherWaysProps {
  /** The way that is shown. */
  than: SignInWay | undefined
  ways: readonly SignInWay[]
  onChoose: (way: SignInWay) => void
}

/** The other ways to sign in on this site, below the button of the one that is shown. */
export const OtherWays = ({ than, ways, onChoose }: OtherWaysProps) =>
  ways.length > 0 && (
    <div className={styles.others}>
      {ways.map(way => (
        <Button key={way} kind="plain" onClick={() => onChoose(way)}>
          {t((than === 'password' ? codeLabels : labels)[way])}
        </Button>
      ))}
    </div>
  )

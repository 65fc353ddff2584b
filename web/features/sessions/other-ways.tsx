import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './sessions.module.css'
import type { SignInWay } from './sign-in-method.ts'

const labels = { phone: 'signIn.byPhone', email: 'signIn.byEmail', password: 'join.withPassword' } as const

/** The other ways to sign in on this site, below the button of the one that is shown. */
export const OtherWays = ({ ways, onChoose }: { ways: readonly SignInWay[]; onChoose: (way: SignInWay) => void }) =>
  ways.length > 0 && (
    <div className={styles.others}>
      {ways.map(way => (
        <Button key={way} kind="plain" onClick={() => onChoose(way)}>
          {t(labels[way])}
        </Button>
      ))}
    </div>
  )

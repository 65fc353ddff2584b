import { languageName } from '../lib/language-name.ts'
import { t } from '../lib/messages.ts'
import styles from './text-proof.module.css'

/** In which language a text was read, and its hash. */
export const TextProof = ({ language, sha256 }: { language: string; sha256: string }) => (
  <span className={styles.proof}>
    {languageName(language)} · {t('certificate.sha')} <code>{sha256}</code>
  </span>
)

import { languageName } from '../lib/language-name.ts'
import styles from './text-proof.module.css'

/** In which language a text was read, and its hash. */
export const TextProof = ({ language, sha256 }: { language: string; sha256: string }) => (
  <span className={styles.proof}>
    {languageName(language)} · SHA-256 <code>{sha256}</code>
  </span>
)

import type { Wording } from '#contract/wordings.ts'
import { t } from '../../lib/messages.ts'
import styles from './wordings.module.css'

/** The placeholders of a text, each with an example. */
export function PlaceholderList({ places }: Pick<Wording, 'places'>) {
  return (
    <section aria-labelledby="places" className={styles.places}>
      <h2 id="places">{t('wordings.places')}</h2>
      <p className="soft small">{t('wordings.placesText')}</p>
      <dl>
        {places.map(({ name, example, letter_only }) => (
          <div key={name}>
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd>
              {example || t('wordings.empty')}
              {letter_only && <span className="soft small"> {t('wordings.letterOnly')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

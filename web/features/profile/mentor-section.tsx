import type { MentorProfile, User } from '#contract/people.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { formatList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { saveProfile } from './own-user.ts'
import styles from './profile.module.css'

interface MentorSectionProps {
  user: User
  mentor: MentorProfile
  onSaved: (user: User) => void
  /** Called with the reloaded user after a stale save. */
  onRead: (user: User) => void
}

/** What clients read about a mentor. The support types are changed by staff. */
export function MentorSection({ user, mentor, onSaved, onRead }: MentorSectionProps) {
  const form = useForm<{ bio: string }>({
    initial: { bio: mentor.bio },
    submit: async ({ bio }) => {
      onSaved(await saveProfile({ revision: user.revision, bio }))
      toast(t('profileDetails.saved'), { type: 'success' })
    },
  })
  const read = async () => {
    const newest = await call('GET /api/my-profile')
    onRead(newest.user)
    return newest.mentor?.bio ?? ''
  }
  const offered = mentor.support_types.filter(type => type.offered).map(({ name }) => name)
  return (
    <Card as="section">
      <h2 className={styles.title}>{t('mentorProfile.title')}</h2>
      <FormFrame form={form} submit={t('ui.save')} stale={{ onKeep: read, onTake: async () => form.reset({ bio: await read() }) }}>
        <TextAreaField
          label={t('mentorProfile.aboutYou')}
          hint={t('mentorProfile.hint')}
          optional
          maxLength={1000}
          {...form.field('bio')}
        />
      </FormFrame>
      {offered.length > 0 && <p className="soft small">{t('mentorProfile.offers', { types: formatList(offered) })}</p>}
    </Card>
  )
}

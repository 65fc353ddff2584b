import type { User } from '#contract/people.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { toast } from '../../ui/toast.ts'

export const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
const maxBytes = 5 * 1024 * 1024

/** Why a file cannot be uploaded; undefined if it can. */
export function photoProblem({ type, size }: { type: string; size: number }): string | undefined {
  if (!acceptedTypes.split(',').includes(type)) return t('photo.noPicture')
  if (size <= maxBytes) return undefined
  return t('photo.tooLarge', { size: Math.ceil((size / 1024 / 1024) * 10) / 10 })
}

/** Chooses, uploads and removes the photo. Errors appear in the section. */
export function usePhoto(onSaved: (user: User) => void) {
  const [chosen, setChosen] = useState<{ file: File; address: string }>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'send' | 'remove'>()

  const choose = (file: File | undefined) => {
    const wrong = file && photoProblem(file)
    setProblem(wrong)
    setChosen(file && !wrong ? { file, address: URL.createObjectURL(file) } : undefined)
  }

  const run = async (what: 'send' | 'remove', request: () => Promise<User>, done: string) => {
    setBusy(what)
    setProblem(undefined)
    try {
      onSaved(await request())
      setChosen(undefined)
      toast(done, { type: 'success' })
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(undefined)
    }
  }

  const send = async () => {
    if (!chosen) return
    const form = new FormData()
    form.set('photo', chosen.file)
    await run('send', () => call('POST /api/my-profile/photo', { form }), t('photo.saved'))
  }
  const remove = () => run('remove', () => call('DELETE /api/my-profile/photo'), t('photo.removed'))

  return { chosen, problem, busy, choose, send, remove }
}

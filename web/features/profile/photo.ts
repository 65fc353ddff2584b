import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { toast } from '../../ui/toast.ts'

/** The `accept` of the file field: the types that can be uploaded. */
export const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
/** As the server requires of every upload. */
const maxBytes = 5 * 1024 * 1024

/** Why a file cannot be uploaded, as a photo or a logo; undefined if it can. */
export function photoProblem({ type, size }: { type: string; size: number }): string | undefined {
  if (!acceptedTypes.split(',').includes(type)) return t('photo.noPicture')
  return explainTooLarge(size)
}

/** Why a picture of this many bytes is not accepted; undefined if it is. */
const explainTooLarge = (size: number): string | undefined =>
  size <= maxBytes ? undefined : t('photo.tooLarge', { size: Math.ceil((size / 1024 / 1024) * 10) / 10 })

/** How a photo is saved: the caller's own, or another person's. */
export interface PhotoCalls<Saved> {
  send: (form: FormData) => Promise<Saved>
  remove: () => Promise<Saved>
}

/** Chooses, uploads and removes the photo. Errors appear in the section. */
export function usePhoto<Saved>(calls: PhotoCalls<Saved>, onSaved: (user: Saved) => void) {
  const [chosen, setChosen] = useState<{ file: File; address: string }>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'send' | 'remove'>()

  const choose = (file: File | undefined) => {
    const wrong = file && photoProblem(file)
    setProblem(wrong)
    setChosen(file && !wrong ? { file, address: URL.createObjectURL(file) } : undefined)
  }

  const run = async (what: 'send' | 'remove', request: () => Promise<Saved>, done: string) => {
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
    await run('send', () => calls.send(form), t('photo.saved'))
  }
  const remove = () => run('remove', calls.remove, t('photo.removed'))

  return { chosen, problem, busy, choose, send, remove }
}

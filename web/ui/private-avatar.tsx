import type { ComponentProps } from 'react'
import { usePrivatePhoto } from '../lib/private-photo.ts'
import { Avatar } from './avatar.tsx'

/** A photo that is read with the viewer's session: the URL alone gives no access. */
export const PrivateAvatar = ({ photo, ...rest }: ComponentProps<typeof Avatar>) => (
  <Avatar {...rest} photo={usePrivatePhoto(photo) ?? null} />
)

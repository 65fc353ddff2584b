import type { ComponentProps } from 'react'
import { usePrivatePhoto } from '../lib/private-photo.ts'
import { Avatar } from './avatar.tsx'

/** A person's photo, read with the login of the person who looks: its address alone shows nothing (product rules §4). */
export const PrivateAvatar = ({ photo, ...rest }: ComponentProps<typeof Avatar>) => (
  <Avatar {...rest} photo={usePrivatePhoto(photo) ?? null} />
)

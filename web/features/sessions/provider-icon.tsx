import type { ProviderIcon as Icon } from '#contract/provider-icons.ts'
import { IconBrandGoogle, IconBrandWindows, IconBuilding, IconKey, IconSchool } from '@tabler/icons-react'
import { readableColourStyle } from '../../ui/colour-contrast.ts'
import styles from './provider-buttons.module.css'

const icons = { key: IconKey, building: IconBuilding, school: IconSchool, google: IconBrandGoogle, microsoft: IconBrandWindows }

/** The icon of an identity provider, in its colour as far as that can be seen. */
export function ProviderIcon({ icon, colour }: { icon: Icon; colour: string }) {
  const Shown = icons[icon]
  return (
    <span className={styles.icon} style={readableColourStyle(colour)}>
      <Shown size={22} stroke={1.8} aria-hidden="true" />
    </span>
  )
}

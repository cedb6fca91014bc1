import type { LucideIcon } from 'lucide-react'

export type { LucideIcon }

interface IconProps {
  readonly icon: LucideIcon
  /** 16 in rows and buttons, 14 in small controls, 20 in the rail. */
  readonly size?: number
  readonly className?: string | undefined
}

/** Decoration: what it means is said by the text beside it or by the control's name. */
export function Icon({ icon: Glyph, size = 16, className }: IconProps) {
  return <Glyph size={size} strokeWidth={1.75} aria-hidden focusable={false} className={className} />
}

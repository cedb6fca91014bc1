import type { LucideIcon } from 'lucide-react'
import { useMemo } from 'react'

export type { LucideIcon }

interface IconProps {
  readonly icon: LucideIcon
  /** 16 in rows and buttons, 14 in small controls, 20 in the rail. */
  readonly size?: number
  readonly className?: string | undefined
}

/**
 * Decoration: what it means is said by the text beside it or by the control's name. The same element from one drawing of its control to the next: a glyph
 * is made anew from the library's description each time it is drawn.
 */
export function Icon({ icon: Glyph, size = 16, className }: IconProps) {
  return useMemo(() => {
    // Grows with the text, but not beyond the boxes that are made for a finger-sized icon.
    const side = `calc(${String(size)}px * min(var(--scale, 1), 1.5))`
    return (
      <Glyph
        size={size}
        strokeWidth={1.75}
        aria-hidden
        focusable={false}
        className={className}
        style={{ width: side, height: side }}
      />
    )
  }, [Glyph, size, className])
}

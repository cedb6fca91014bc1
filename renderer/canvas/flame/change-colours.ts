import type { FlameColours, FlamePalette } from './flame-colours.ts'
import { oklchHex } from './oklch.ts'

/** How a box differs between two pictures; `strong`: by half or more of it. */
export interface BoxChange {
  readonly kind: 'more' | 'less' | 'same'
  readonly isStrong: boolean
}

/** Warm with stripes for more, cool with dots for less: either tells them apart without the other. */
export function changeColours(palette: FlamePalette, { kind, isStrong }: BoxChange, depth: number): FlameColours {
  const { own, base } = palette.tones
  const shift = ((depth % 2 === 1 ? -1 : 1) * palette.step) / 2
  if (kind === 'same')
    return {
      fill: oklchHex(base.lightness + shift, base.chroma, 260),
      edge: oklchHex(palette.edgeLightness, 0.012, 260),
    }
  const hue = kind === 'more' ? 48 : 245
  // On a light ground what is strong is darker; on a dark one, where text is light, only its color is stronger.
  const lightness = isStrong && own.lightness > 0.6 ? own.lightness - 0.08 : own.lightness
  return {
    fill: oklchHex(lightness + shift, isStrong ? own.chroma * 1.45 : own.chroma * 0.65, hue),
    edge: oklchHex(palette.edgeLightness, 0.13, hue),
    pattern: kind === 'more' ? 'stripes' : 'dots',
  }
}

import { oklchHex } from './oklch.ts'

export type FlameOrigin = 'own' | 'framework' | 'base'

/** What the colour of a box says. */
export const flameColourings = ['module', 'namespace', 'origin'] as const
export type FlameColouring = (typeof flameColourings)[number]

export interface FlameTone {
  readonly lightness: number
  readonly chroma: number
}

export interface FlamePalette {
  readonly tones: Readonly<Record<FlameOrigin, FlameTone>>
  /** Between one row and the next, so that neighbours part. */
  readonly step: number
  readonly edgeLightness: number
  readonly text: string
}

export interface FlameColours {
  readonly fill: string
  /** Line below the box. */
  readonly edge: string
  /** Drawn beside the text, in the color of the edge. */
  readonly pattern?: 'stripes' | 'dots'
}

/** Degrees of hue: the application's own code is warm, frameworks are cool, the base library and the runtime are grey. */
const hues: Readonly<
  Record<FlameOrigin, { readonly first: number; readonly width: number; readonly edgeChroma: number }>
> = {
  own: { first: 42, width: 38, edgeChroma: 0.13 },
  framework: { first: 205, width: 70, edgeChroma: 0.075 },
  base: { first: 260, width: 0, edgeChroma: 0.012 },
}

/** `group`: what has a hue of its own within its origin; empty: all of the origin are one. */
export function flameColours(palette: FlamePalette, origin: FlameOrigin, group: string, depth: number): FlameColours {
  const { first, width, edgeChroma } = hues[origin]
  const hue = first + (group === '' ? width / 2 : hashShare(group) * width)
  const { lightness, chroma } = palette.tones[origin]
  const shift = ((depth % 2 === 1 ? -1 : 1) * palette.step) / 2
  return {
    fill: oklchHex(lightness + shift, chroma, hue),
    edge: oklchHex(palette.edgeLightness, edgeChroma, hue),
  }
}

export function colourGroup(
  colouring: FlameColouring,
  { method, module }: { readonly method: string; readonly module: string },
): string {
  switch (colouring) {
    case 'module':
      // Profiles of other tools have functions only.
      return module === '' ? method : module
    case 'namespace':
      return namespaceOf(method)
    case 'origin':
      return ''
  }
}

function namespaceOf(method: string): string {
  const bracket = method.indexOf('(')
  const path = bracket < 0 ? method : method.slice(0, bracket)
  const typeEnd = path.lastIndexOf('.')
  const end = typeEnd < 0 ? -1 : path.lastIndexOf('.', typeEnd - 1)
  return end < 0 ? path : path.slice(0, end)
}

/** 0 to 1; the same text always gets the same. */
function hashShare(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0) / 2 ** 32
}

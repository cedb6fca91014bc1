import type { ChartTheme } from '../chart-theme.ts'
import type { FlameOrigin, FlamePalette, FlameTone } from './flame-colours.ts'
import type { FlameTheme } from './flame-painter.ts'

/** What flame graphs have beside the colours of charts, from the page’s tokens. */
export function readFlameTheme(
  host: HTMLElement,
  theme: ChartTheme,
): { readonly theme: FlameTheme; readonly palette: FlamePalette } {
  const style = getComputedStyle(host)
  const text = (token: string): string => style.getPropertyValue(token).trim()
  const tone = (origin: FlameOrigin): FlameTone => ({
    lightness: Number(text(`--flame-${origin}-lightness`)),
    chroma: Number(text(`--flame-${origin}-chroma`)),
  })
  const boxText = text('--flame-text')
  const palette = {
    tones: { own: tone('own'), framework: tone('framework'), base: tone('base') },
    step: Number(text('--flame-step')),
    edgeLightness: Number(text('--flame-edge-lightness')),
    text: boxText,
  }
  return { theme: { ...theme, track: theme.line, boxText }, palette }
}

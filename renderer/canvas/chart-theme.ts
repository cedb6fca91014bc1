/** Colours and font of canvas painting, resolved from the page's semantic tokens. */
export interface ChartTheme {
  readonly surface: string
  readonly text: string
  readonly muted: string
  readonly grid: string
  readonly line: string
  readonly accent: string
  readonly onAccent: string
  readonly bad: string
  readonly warn: string
  readonly gc: string
  /** Series 1 to 8. */
  readonly series: readonly string[]
  readonly fontFamily: string
  /** Font size setting; 1 = as designed. */
  readonly fontScale: number
  /** High contrast draws fills thinner and lines fuller. */
  readonly isHighContrast: boolean
}

const tokens = {
  surface: '--surface',
  text: '--text',
  muted: '--text-muted',
  grid: '--grid',
  line: '--line-soft',
  accent: '--accent',
  onAccent: '--on-accent',
  bad: '--bad',
  warn: '--warn',
  gc: '--gc-band',
} as const

/**
 * Resolves through a probe element, because a custom property's own value may be another `var()`, `light-dark()` or a colour
 * space that a canvas does not read; a computed `color` is always a plain colour.
 */
export function readChartTheme(host: HTMLElement, theme: 'light' | 'dark' | 'hc', fontScale: number): ChartTheme {
  const probe = document.createElement('span')
  probe.style.display = 'none'
  host.append(probe)
  const resolve = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const named = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, resolve(token)])) as Record<
    keyof typeof tokens,
    string
  >
  const series = Array.from({ length: 8 }, (_, i) => resolve(`--series-${i + 1}`))
  probe.remove()
  const style = getComputedStyle(host)
  const fontFamily = style.fontFamily === '' ? 'sans-serif' : style.fontFamily
  return {
    ...named,
    series,
    fontFamily,
    fontScale,
    isHighContrast: theme === 'hc',
  }
}

/** Dash patterns that double the meaning of colour from the ninth line on. */
export const dashPatterns: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3]]

export function dashOf(dashIndex: number): number[] {
  return [...(dashPatterns[dashIndex % dashPatterns.length] ?? [])]
}

/** CSS font of canvas text; sizes follow the font size setting like every other text. */
export function canvasFont(theme: ChartTheme, sizePx: number, weight = 400): string {
  return `${weight} ${Math.round(sizePx * theme.fontScale * 10) / 10}px ${theme.fontFamily}`
}

/** Contrast of two colours by WCAG 2.2 (1 to 21); used by the test that holds every theme to its promise. */
export type Rgb = readonly [red: number, green: number, blue: number]

export function contrastRatio(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** `#rgb` and `#rrggbb`; null for anything else. */
export function parseHex(text: string): Rgb | null {
  const match = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())
  if (!match?.[1]) return null
  const digits = match[1].length === 3 ? Array.from(match[1], (digit) => digit + digit).join('') : match[1]
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

export type Tokens = ReadonlyMap<string, string>

/** Custom properties of a style sheet, by the first block whose selector contains `selector`. */
export function readTokens(css: string, selector: string): Map<string, string> {
  const start = css.indexOf(selector)
  const block = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
  return new Map(Array.from(block.matchAll(/(--[\w-]+):\s*([^;]+);/g), ([, name, value]) => [name ?? '', value ?? '']))
}

/** Follows `var()` to a colour. */
export function resolveToken(tokens: Tokens, name: string): Rgb | null {
  const value = tokens.get(name)
  if (value === undefined) return null
  const reference = /^var\((--[\w-]+)\)$/.exec(value.trim())
  return reference?.[1] ? resolveToken(tokens, reference[1]) : parseHex(value)
}

import amber from '@radix-ui/colors/amber.css?raw'
import amberDark from '@radix-ui/colors/amber-dark.css?raw'
import blue from '@radix-ui/colors/blue.css?raw'
import blueDark from '@radix-ui/colors/blue-dark.css?raw'
import grass from '@radix-ui/colors/grass.css?raw'
import grassDark from '@radix-ui/colors/grass-dark.css?raw'
import iris from '@radix-ui/colors/iris.css?raw'
import irisDark from '@radix-ui/colors/iris-dark.css?raw'
import slate from '@radix-ui/colors/slate.css?raw'
import slateDark from '@radix-ui/colors/slate-dark.css?raw'
import tomato from '@radix-ui/colors/tomato.css?raw'
import tomatoDark from '@radix-ui/colors/tomato-dark.css?raw'
import { describe, expect, it } from 'vitest'
import { contrastRatio, parseHex, readTokens, resolveToken } from './contrast.ts'
import darkTheme from './dark.css?raw'
import hcTheme from './high-contrast.css?raw'
import lightTheme from './light.css?raw'

const light = [slate, iris, grass, amber, tomato, blue].map((css) => readTokens(css, ':root'))
const dark = [slateDark, irisDark, grassDark, amberDark, tomatoDark, blueDark].map((css) => readTokens(css, '.dark'))
const merge = (maps: readonly Map<string, string>[]) => new Map(maps.flatMap((map) => [...map]))

const themes = {
  light: merge([...light, readTokens(lightTheme, "[data-theme='light']")]),
  dark: merge([...dark, readTokens(darkTheme, "[data-theme='dark']")]),
  hc: merge([...dark, readTokens(hcTheme, "[data-theme='hc']")]),
}

/** Text on what it stands on: at least 4.5. */
const textPairs: readonly (readonly [string, string])[] = [
  ['--text', '--surface'],
  ['--text', '--frame'],
  ['--text', '--surface-raised'],
  ['--text', '--surface-sunken'],
  ['--text', '--control'],
  ['--text', '--control-hover'],
  ['--text', '--control-press'],
  ['--text', '--hover'],
  ['--text', '--selected'],
  ['--text', '--selected-idle'],
  ['--text', '--highlight'],
  ['--text-muted', '--surface'],
  ['--text-muted', '--frame'],
  ['--text-muted', '--surface-raised'],
  ['--text-muted', '--surface-sunken'],
  ['--text-muted', '--control'],
  ['--text-muted', '--hover'],
  ['--text-muted', '--selected'],
  ['--text-muted', '--selected-idle'],
  ['--accent-text', '--surface'],
  ['--accent-text', '--surface-raised'],
  ['--accent-text', '--selected'],
  ['--accent-text', '--accent-soft'],
  ['--accent-text', '--hover'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-hover'],
  ['--on-accent', '--accent-press'],
  ['--on-bad', '--bad-solid'],
  ['--on-tooltip', '--tooltip'],
  ['--ok-text', '--ok-soft'],
  ['--ok-text', '--surface'],
  ['--warn-text', '--warn-soft'],
  ['--warn-text', '--surface'],
  ['--warn-text', '--frame'],
  ['--bad-text', '--bad-soft'],
  ['--bad-text', '--surface'],
  ['--bad-text', '--surface-raised'],
  ['--note-text', '--note-soft'],
  ['--note-text', '--surface'],
]

/** What must be seen to be used or read: at least 3. */
const graphicPairs: readonly (readonly [string, string])[] = [
  ['--focus', '--surface'],
  ['--focus', '--frame'],
  ['--focus', '--control'],
  ['--line-input', '--surface'],
  ['--accent', '--surface'],
  ['--ok', '--surface'],
  ['--warn', '--surface'],
  ['--bad', '--surface'],
  ['--gc-band', '--surface'],
  ...Array.from({ length: 8 }, (_, index) => [`--series-${String(index + 1)}`, '--surface'] as const),
]

describe.each(['light', 'dark', 'hc'] as const)('the %s theme', (theme) => {
  const color = (token: string) => {
    const resolved = resolveToken(themes[theme], token)
    if (!resolved) throw new Error(`${token} is no colour in ${theme}`)
    return resolved
  }

  it.each(textPairs)('%s can be read on %s', (text, ground) => {
    expect(contrastRatio(color(text), color(ground))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(graphicPairs)('%s can be seen on %s', (graphic, ground) => {
    expect(contrastRatio(color(graphic), color(ground))).toBeGreaterThanOrEqual(3)
  })

  it('defines the same tokens as the others', () => {
    const selector = { light: "[data-theme='light']", dark: "[data-theme='dark']", hc: "[data-theme='hc']" }[theme]
    const own = readTokens({ light: lightTheme, dark: darkTheme, hc: hcTheme }[theme], selector)
    const first = readTokens(lightTheme, "[data-theme='light']")
    expect([...own.keys()].sort()).toEqual([...first.keys()].sort())
  })
})

describe('the high contrast theme', () => {
  it('keeps text at 7 and more on every plain ground', () => {
    for (const ground of ['--surface', '--frame', '--surface-raised', '--control']) {
      for (const text of ['--text', '--text-muted', '--accent-text']) {
        const ratio = contrastRatio(resolveToken(themes.hc, text)!, resolveToken(themes.hc, ground)!)
        expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(7)
      }
    }
  })
})

const lowest = (theme: keyof typeof themes, pairs: readonly (readonly [string, string])[]) =>
  Math.min(
    ...pairs.map(([one, other]) =>
      contrastRatio(resolveToken(themes[theme], one)!, resolveToken(themes[theme], other)!),
    ),
  )

/** The figures that docs/decisions/0060 states; a change of a token that moves them is a decision. */
describe('the lowest contrast of a theme', () => {
  it.each([
    ['light', 4.9, 3.2],
    ['dark', 4.8, 3.3],
    ['hc', 7.5, 9],
  ] as const)('is as documented: %s', (theme, text, graphic) => {
    expect([lowest(theme, textPairs), lowest(theme, graphicPairs)].map((ratio) => Math.round(ratio * 10) / 10)).toEqual(
      [text, graphic],
    )
  })
})

describe('contrastRatio', () => {
  it('is 21 for black on white and 1 for equals', () => {
    expect(contrastRatio(parseHex('#000')!, parseHex('#ffffff')!)).toBeCloseTo(21)
    expect(contrastRatio(parseHex('#777')!, parseHex('#777')!)).toBe(1)
  })
})

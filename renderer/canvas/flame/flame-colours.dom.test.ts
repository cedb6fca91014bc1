import { describe, expect, it } from 'vitest'
import { contrastRatio, parseHex, readTokens } from '../../app/theme/contrast.ts'
import darkTheme from '../../app/theme/dark.css?raw'
import hcTheme from '../../app/theme/high-contrast.css?raw'
import lightTheme from '../../app/theme/light.css?raw'
import { colourGroup, flameColours, type FlameOrigin, type FlamePalette } from './flame-colours.ts'
import { oklchHex } from './oklch.ts'

const themes = {
  light: { tokens: readTokens(lightTheme, "[data-theme='light']"), surface: '#fcfcfd' },
  dark: { tokens: readTokens(darkTheme, "[data-theme='dark']"), surface: '#18191b' },
  hc: { tokens: readTokens(hcTheme, "[data-theme='hc']"), surface: '#000000' },
}
const origins: readonly FlameOrigin[] = ['own', 'framework', 'base']
const modules = ['Orders', 'Orders.Core', 'Microsoft.AspNetCore', 'System.Private.CoreLib', 'Npgsql', 'x', 'Yy', '']

function paletteOf(tokens: ReadonlyMap<string, string>): FlamePalette {
  const tone = (origin: FlameOrigin) => ({
    lightness: Number(tokens.get(`--flame-${origin}-lightness`)),
    chroma: Number(tokens.get(`--flame-${origin}-chroma`)),
  })
  return {
    tones: { own: tone('own'), framework: tone('framework'), base: tone('base') },
    step: Number(tokens.get('--flame-step')),
    edgeLightness: Number(tokens.get('--flame-edge-lightness')),
    text: tokens.get('--flame-text') ?? '',
  }
}

describe('colors of boxes', () => {
  for (const [name, { tokens, surface }] of Object.entries(themes))
    it(`keep text at 4.5:1 and the edge of a box at 3:1 in the theme ${name}`, () => {
      const palette = paletteOf(tokens)
      for (const origin of origins)
        for (const module of modules)
          for (const depth of [0, 1]) {
            const { fill, edge } = flameColours(palette, origin, module, depth)
            expect(contrastRatio(parseHex(palette.text)!, parseHex(fill)!)).toBeGreaterThanOrEqual(4.5)
            expect(contrastRatio(parseHex(edge)!, parseHex(surface)!)).toBeGreaterThanOrEqual(3)
          }
    })

  it('belong to the module, the namespace or the origin', () => {
    const frame = { method: 'Shop.Orders.Service+Inner.Place(class System.String)', module: 'Shop' }
    expect(colourGroup('module', frame)).toBe('Shop')
    expect(colourGroup('namespace', frame)).toBe('Shop.Orders')
    expect(colourGroup('origin', frame)).toBe('')
  })

  it('are those that browsers paint for the same values', () => {
    expect(oklchHex(1, 0, 0)).toBe('#ffffff')
    expect(oklchHex(0, 0, 0)).toBe('#000000')
    expect(oklchHex(0.627955, 0.257683, 29.2339)).toBe('#ff0000')
    expect(oklchHex(0.452014, 0.313214, 264.052)).toBe('#0000ff')
  })
})

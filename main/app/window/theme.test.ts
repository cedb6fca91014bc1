import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { crashPageAssets, crashPageUrl } from '../crash-page.ts'
import { developmentPolicy, securityHeaders } from '../csp.ts'
import { devServerUrl, trustedOriginFor } from '../development.ts'
import { withTheme } from '../page-html.ts'
import { frameColors, nativeSource, resolveTheme } from './theme.ts'

const system = (isDark: boolean, isHighContrast = false) => ({
  shouldUseDarkColors: isDark,
  shouldUseHighContrastColors: isHighContrast,
})

const environment = (address: string) => ({ VITE_DEV_SERVER_URL: address })

describe('the theme', () => {
  test('is what the person chose, whatever the system says', () => {
    expect(resolveTheme('light', system(true))).toBe('light')
    expect(resolveTheme('hc', system(false))).toBe('hc')
  })

  test('follows the system when the person left it to it', () => {
    expect(resolveTheme('system', system(false))).toBe('light')
    expect(resolveTheme('system', system(true))).toBe('dark')
    expect(resolveTheme('system', system(true, true))).toBe('hc')
  })

  test('of native parts is dark for high contrast', () => {
    expect(['system', 'light', 'dark', 'hc'].map((theme) => nativeSource(theme as 'hc'))).toEqual([
      'system',
      'light',
      'dark',
      'dark',
    ])
  })

  test('stands in the page before its first paint', () => {
    expect(withTheme('<!doctype html><html lang="en"><head>', 'dark')).toBe(
      '<!doctype html><html data-theme="dark" lang="en"><head>',
    )
    expect(withTheme('<html data-theme="light">', 'dark')).toBe('<html data-theme="light">')
  })

  test.each(['light', 'dark', 'hc'] as const)('%s gives opaque colors to the frame', (theme) => {
    for (const color of Object.values(frameColors[theme])) expect(color).toMatch(/^#[0-9a-f]{6}$/)
  })
})

describe('the content security policy', () => {
  const policy = securityHeaders['content-security-policy'] ?? ''

  test('allows only what the app carries', () => {
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|\*|blob:/)
  })

  test('of the development server allows that server and nothing else', () => {
    expect(developmentPolicy('http://localhost:5173')).not.toMatch(/\*|https:|unsafe-eval/)
    expect(developmentPolicy('http://localhost:5173')).toContain('ws://localhost:5173')
  })
})

describe('the development server', () => {
  test('is trusted when it runs on this machine', () => {
    expect(devServerUrl(false, environment('http://localhost:5173/'))?.port).toBe('5173')
  })

  test.each(['https://localhost/', 'http://example.org/', 'http://localhost.example.org/', 'file:///x', 'nonsense'])(
    'is not trusted at %s',
    (address) => {
      expect(devServerUrl(false, environment(address))).toBeNull()
    },
  )

  test('is never used by a package', () => {
    expect(devServerUrl(true, environment('http://localhost:5173/'))).toBeNull()
  })

  test('is the trusted origin instead of the scheme', () => {
    expect(trustedOriginFor(null)).toEqual({ protocol: 'app:', host: 'pipescope' })
    expect(trustedOriginFor(new URL('http://localhost:5173/'))).toEqual({ protocol: 'http:', host: 'localhost:5173' })
  })
})

describe('the page after a crash', () => {
  test('needs no script and nothing that is not built in', () => {
    const page = crashPageAssets.get(crashPageUrl)?.content ?? ''
    expect(page).not.toMatch(/<script|style=|on\w+=/)
    for (const [, address] of page.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const isBuiltIn = crashPageAssets.has(new URL(address ?? '', crashPageUrl).href)
      expect(isBuiltIn || address?.replace('#empty', '') === 'index.html').toBe(true)
    }
  })

  test('is styled like the app', () => {
    expect(readFileSync(new URL('../crash-page.ts', import.meta.url), 'utf8')).toContain(frameColors.dark.background)
  })
})

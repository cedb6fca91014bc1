import { describe, expect, it } from 'vitest'
import { applyAppearance, initialTheme, resolveReducedMotion, resolveTheme } from './apply-theme.ts'

const system = { isDark: false, isHighContrast: false, isReducedMotion: false }

describe('resolveTheme', () => {
  it('takes a named theme as it is', () => {
    expect(resolveTheme('light', { ...system, isDark: true })).toBe('light')
  })

  it('follows the system, contrast before brightness', () => {
    expect(resolveTheme('system', system)).toBe('light')
    expect(resolveTheme('system', { ...system, isDark: true })).toBe('dark')
    expect(resolveTheme('system', { ...system, isDark: true, isHighContrast: true })).toBe('hc')
  })
})

describe('resolveReducedMotion', () => {
  it('lets the setting win over the system', () => {
    expect(resolveReducedMotion('off', { ...system, isReducedMotion: true })).toBe(false)
    expect(resolveReducedMotion('system', { ...system, isReducedMotion: true })).toBe(true)
    expect(resolveReducedMotion('on', system)).toBe(true)
  })
})

describe('applyAppearance', () => {
  it('writes theme, palette, density, motion and scale onto the root', () => {
    const root = document.createElement('html')
    applyAppearance(root, { theme: 'hc', density: 'compact', fontSizePercent: 130, isReducedMotion: true })
    expect(root.dataset).toMatchObject({ theme: 'hc', density: 'compact', motion: 'reduced' })
    expect(root.classList.contains('dark')).toBe(true)
    expect(root.style.getPropertyValue('--scale')).toBe('1.3')
    expect(initialTheme(root)).toBe('hc')
  })

  it('has no theme where main set none', () => {
    expect(initialTheme(document.createElement('html'))).toBeNull()
  })
})

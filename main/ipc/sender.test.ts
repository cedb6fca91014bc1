import { describe, expect, test } from 'vitest'
import { isTrustedFrame, isTrustedUrl } from './sender.ts'

const trusted = { protocol: 'app:', host: 'pipescope' }

describe('who may speak to main', () => {
  test('the top frame of our page may', () => {
    expect(isTrustedFrame({ url: 'app://pipescope/index.html', parent: null }, trusted)).toBe(true)
  })

  test('a frame inside our page may not', () => {
    expect(isTrustedFrame({ url: 'app://pipescope/index.html', parent: {} }, trusted)).toBe(false)
  })

  test('a frame that is gone may not', () => {
    expect(isTrustedFrame(null, trusted)).toBe(false)
  })

  test.each([
    'https://pipescope/index.html',
    'app://other/index.html',
    'app://pipescope.example/index.html',
    'app://pipescope@evil/index.html',
    'app://evil@pipescope/index.html',
    'file:///index.html',
    'about:blank',
    'data:text/html,x',
    '',
  ])('%s may not', (url) => {
    expect(isTrustedUrl(url, trusted)).toBe(false)
  })
})

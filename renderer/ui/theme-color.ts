/**
 * Tokens for canvases, which cannot use custom properties. Values are cached until the theme changes: reading a computed
 * style forces a style pass.
 */
const cache = new Map<string, string>()
let cachedFor: string | undefined

/** `themeColor('--series-1')`: the token's value in the theme that is shown now. */
export function themeColor(token: string): string {
  const root = document.documentElement
  const key = root.dataset['theme'] ?? ''
  if (key !== cachedFor) {
    cache.clear()
    cachedFor = key
  }
  let value = cache.get(token)
  if (value === undefined) {
    value = getComputedStyle(root).getPropertyValue(token).trim()
    cache.set(token, value)
  }
  return value
}

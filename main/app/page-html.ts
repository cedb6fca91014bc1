import type { ResolvedTheme } from './window/theme.ts'

/** The page is painted in its theme at once: the attribute is there before the first style sheet is applied. */
export function withTheme(html: string, theme: ResolvedTheme): string {
  return html.replace(/<html\b(?![^>]*\bdata-theme=)/, `<html data-theme="${theme}"`)
}

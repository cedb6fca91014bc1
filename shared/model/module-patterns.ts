/** Of one pattern; names of assemblies are shorter. */
export const mostModulePatternChars = 200

/** What is wrong with a pattern of modules. */
export type ModulePatternFault = 'empty' | 'too-long' | 'path' | 'extension' | 'character'

/** Separators of a list, and what other languages of patterns mean something by. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const refusedCharacters = /[\u0000-\u001F\u007F,;|?!"]/
const everyRefused = new RegExp(refusedCharacters, 'g')

/** Null: it can be used. */
export function modulePatternFault(pattern: string): ModulePatternFault | null {
  if (pattern.trim() === '') return 'empty'
  if (pattern.length > mostModulePatternChars) return 'too-long'
  if (/[\\/]/.test(pattern)) return 'path'
  if (/\.(?:dll|exe)$/i.test(pattern)) return 'extension'
  return refusedCharacters.test(pattern) ? 'character' : null
}

/** The pattern of one module; what no pattern may hold is any text. Null: none can name it. */
export function patternOfModule(module: string): string | null {
  const pattern = module.replaceAll(everyRefused, '*').replaceAll(/[\\/]/g, '*')
  return modulePatternFault(pattern) === null ? pattern : null
}

/** `Contoso.*; Newtonsoft.Json` as its patterns, each once. */
export function modulePatternsIn(text: string): readonly string[] {
  const patterns = text.split(/[;,\n]/).map((pattern) => pattern.trim())
  return [...new Set(patterns.filter((pattern) => pattern !== ''))]
}

/** Whether a pattern names a module, by its file name without extension: `*` is any text, capitals count. Linear in the length of the name. */
export function modulesMatching(pattern: string): (module: string) => boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return (module) => module === first
  return (module) => {
    if (!module.startsWith(first)) return false
    let at = first.length
    for (const part of others) {
      const found = module.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return module.length - last.length >= at && module.endsWith(last)
  }
}

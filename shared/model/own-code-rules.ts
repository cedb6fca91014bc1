import { isFrameworkModule } from './module-origin.ts'
import { modulesMatching } from './module-patterns.ts'
import type { OwnCodeRules } from './trace/trace-selection.ts'

/** Modules of .NET aren’t mine, all others are. */
export const defaultOwnCodeRules: OwnCodeRules = { mine: [], notMine: [] }

/** Of each list. */
export const mostOwnCodePatterns = 100

/** What a module is under some rules. */
export interface ModuleSide {
  readonly isMine: boolean
  /** The pattern that says so; null: none of them. */
  readonly pattern: string | null
}

/**
 * The most specific rule wins: the one with more text beside its `*`, then the one without any, then `mine`. Modules that no rule names are
 * mine unless they come with .NET.
 */
export function moduleSides({ mine, notMine }: OwnCodeRules): (module: string) => ModuleSide {
  const rules = [
    ...mine.map((pattern) => ({ pattern, isMine: true, isOf: modulesMatching(pattern) })),
    ...notMine.map((pattern) => ({ pattern, isMine: false, isOf: modulesMatching(pattern) })),
  ].toSorted((one, other) => specificity(other.pattern) - specificity(one.pattern))
  return (module) => {
    const rule = rules.find(({ isOf }) => isOf(module))
    if (rule === undefined) return { isMine: !isFrameworkModule(module), pattern: null }
    return { isMine: rule.isMine, pattern: rule.pattern }
  }
}

function specificity(pattern: string): number {
  const text = pattern.replaceAll('*', '')
  return text.length * 2 + (text.length === pattern.length ? 1 : 0)
}

/** The rules with one module on one side, and all others where they were; `pattern` names it alone. */
export function withModule(rules: OwnCodeRules, module: string, pattern: string, isMine: boolean): OwnCodeRules {
  const without = (patterns: readonly string[]) => patterns.filter((other) => other !== pattern)
  const [mine, notMine] = [without(rules.mine), without(rules.notMine)]
  if (moduleSides({ mine, notMine })(module).isMine === isMine) return { mine, notMine }
  return isMine ? { mine: [...mine, pattern], notMine } : { mine, notMine: [...notMine, pattern] }
}

export function areSameRules(one: OwnCodeRules, other: OwnCodeRules): boolean {
  return sameRulesText(one) === sameRulesText(other)
}

/** How many patterns somebody has added. */
export function ruleCount({ mine, notMine }: OwnCodeRules): number {
  return mine.length + notMine.length
}

/** As selections carry them: undefined is those of .NET alone. */
export function carriedRules(rules: OwnCodeRules): OwnCodeRules | undefined {
  return ruleCount(rules) === 0 ? undefined : { mine: rules.mine, notMine: rules.notMine }
}

function sameRulesText({ mine, notMine }: OwnCodeRules): string {
  return JSON.stringify([mine.toSorted(), notMine.toSorted()])
}

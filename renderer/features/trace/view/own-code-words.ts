import { modulePatternFault, modulePatternsIn } from '../../../../shared/model/module-patterns.ts'
import type { OwnCodeRules } from '../../../../shared/model/trace/trace-selection.ts'
import { mostOwnCodePatterns, type ModuleSide, ruleCount } from '../../../../shared/model/own-code-rules.ts'
import { viewLabels } from './view-labels.ts'

const labels = viewLabels.ownCodeRules

/** What is wrong with a list of patterns as it is typed; null: nothing. */
export function patternsProblem(text: string): string | null {
  const patterns = modulePatternsIn(text)
  for (const pattern of patterns) {
    const fault = modulePatternFault(pattern)
    if (fault !== null) return labels.faults[fault](pattern)
  }
  return patterns.length > mostOwnCodePatterns ? labels.tooMany(mostOwnCodePatterns) : null
}

/** Why a module stands where it stands. */
export function sideWords({ isMine, pattern }: ModuleSide): string {
  if (pattern !== null) return labels.byRule(pattern)
  return isMine ? '' : labels.comesWithDotNet
}

/** The words of the transform, with what a person has added to it. */
export function ownCodeWords(rules: OwnCodeRules | undefined): { readonly text: string; readonly hint: string } {
  if (rules === undefined || ruleCount(rules) === 0) return { text: labels.chip, hint: labels.chipHint }
  const lines = [
    labels.chipHint,
    ...(rules.notMine.length === 0 ? [] : [`${labels.notMine}: ${rules.notMine.join('; ')}`]),
    ...(rules.mine.length === 0 ? [] : [`${labels.mine}: ${rules.mine.join('; ')}`]),
  ]
  return { text: labels.chipWithRules(ruleCount(rules)), hint: lines.join('\n') }
}

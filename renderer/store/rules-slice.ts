import type { StateCreator } from 'zustand'
import type { Rule } from '../../shared/rules/rule.ts'
import type { AppState } from './create-store.ts'

/** Id of a rule that was never saved. */
export const newRuleId = 'new'

/** Which rule is shown, and what was changed and not saved; it stays when the page is left, and ends with the window. */
export interface RulesSlice {
  readonly shownRuleId: string | null
  readonly ruleDrafts: Readonly<Record<string, Rule>>
  readonly showRule: (id: string | null) => void
  /** Null: as it was saved. */
  readonly draftRule: (id: string, rule: Rule | null) => void
}

export const createRulesSlice: StateCreator<AppState, [], [], RulesSlice> = (set) => ({
  shownRuleId: null,
  ruleDrafts: {},
  showRule(shownRuleId) {
    set({ shownRuleId })
  },
  draftRule(id, rule) {
    set(({ ruleDrafts }) => {
      const { [id]: _before, ...others } = ruleDrafts
      return { ruleDrafts: rule === null ? others : { ...others, [id]: rule } }
    })
  },
})

import type { AppError } from '../../../shared/base/errors.ts'
import type { DryRun, DryRunSource } from '../../../shared/model/rules.ts'
import type { Rule } from '../../../shared/rules/rule.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { appStore } from '../../store/create-store.ts'
import { newRuleId } from '../../store/rules-slice.ts'
import { ruleLabels } from './rule-labels.ts'

const state = () => appStore.getState()

/** A new one that nobody has saved. */
export function begin(rule: Rule): void {
  state().draftRule(newRuleId, rule)
  state().showRule(newRuleId)
}

export function save(id: string, rule: Rule): void {
  const done = invoke('rules.save', { id: id === newRuleId ? null : id, rule }).then((saved) => {
    state().draftRule(id, null)
    state().showRule(saved.id)
  })
  background(done, 'rules.save', reportAs(ruleLabels.commands.couldntSaveTheRule))
}

/** Main asks before it arms. */
export function setArmed(id: string, isArmed: boolean): void {
  const channel = isArmed ? 'rules.arm' : 'rules.disarm'
  background(
    invoke(channel, { id }),
    channel,
    reportAs(isArmed ? ruleLabels.commands.couldntArmTheRule : ruleLabels.commands.couldntDisarmTheRule),
    () => undefined,
  )
}

export function remove(id: string, name: string): void {
  const removed = invoke('rules.remove', { id }).then(() => {
    state().draftRule(id, null)
    state().showRule(null)
    state().addNotice({
      tone: 'ok',
      title: ruleLabels.commands.removed(name),
      action: { label: ruleLabels.commands.undo, run: () => restore(id) },
    })
  })
  background(removed, 'rules.remove', reportAs(ruleLabels.commands.couldntRemoveTheRule))
}

function restore(id: string): void {
  const restored = invoke('rules.restore', { id }).then(() => state().showRule(id))
  background(restored, 'rules.restore', reportAs(ruleLabels.commands.couldntRestoreTheRule))
}

export function importRule(): void {
  const imported = invoke('rules.import', {}).then((chosen) => {
    if (chosen !== null) state().showRule(chosen.id)
  })
  background(imported, 'rules.import', reportAs(ruleLabels.commands.couldntImportTheRule))
}

export function exportRule(id: string): void {
  const exported = invoke('rules.export', { id }).then((saved) => {
    if (saved !== null) state().addNotice({ tone: 'ok', title: ruleLabels.commands.ruleExported, text: saved.path })
  })
  background(exported, 'rules.export', reportAs(ruleLabels.commands.couldntExportTheRule))
}

export function chooseProgram(onChosen: (path: string) => void): void {
  const chosen = invoke('rules.chooseProgram', {}).then((program) => {
    if (program !== null) onChosen(program.path)
  })
  background(chosen, 'rules.chooseProgram', reportAs(ruleLabels.commands.couldntChooseAProgram))
}

export function chooseRecording(onChosen: (path: string) => void): void {
  const chosen = invoke('rules.chooseRecording', {}).then((recording) => {
    if (recording !== null) onChosen(recording.path)
  })
  background(chosen, 'rules.chooseRecording', reportAs(ruleLabels.commands.couldntChooseARecording))
}

export function keepInBackground(isKept: boolean): void {
  background(
    invoke('rules.keepInBackground', { isKept }),
    'rules.keepInBackground',
    reportAs(ruleLabels.commands.couldntChangeThis),
  )
}

export function startAtLogin(starts: boolean): void {
  background(
    invoke('rules.startAtLogin', { starts }),
    'rules.startAtLogin',
    reportAs(ruleLabels.commands.couldntChangeWhatStarts),
    () => undefined,
  )
}

export function dryRun(
  rule: Rule,
  source: DryRunSource,
  onEnd: (outcome: { readonly run: DryRun } | { readonly error: AppError | null }) => void,
): void {
  background(
    invoke('rules.dryRun', { rule, source }).then((run) => onEnd({ run })),
    'rules.dryRun',
    (error) => onEnd({ error }),
    () => onEnd({ error: null }),
  )
}

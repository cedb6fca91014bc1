import type { PortRule } from '../../../shared/model/port.ts'
import { presets } from '../../../shared/recording/presets.ts'
import { Select } from '../../ui/controls/select.tsx'
import { startupLabels } from './startup-labels.ts'

export const ruleWords: Readonly<Record<PortRule, string>> = {
  record: startupLabels.ruleSelect.recordThenResume,
  hold: startupLabels.ruleSelect.holdUntilIResume,
  resume: startupLabels.ruleSelect.resumeImmediately,
}

interface RuleSelectProps {
  readonly label: string
  readonly rules: readonly PortRule[]
  readonly value: PortRule
  readonly onChange: (rule: PortRule) => void
}

/** What happens to a runtime that comes and waits. */
export function RuleSelect({ label, rules, value, onChange }: RuleSelectProps) {
  const options = rules.map((rule) => ({ value: rule, label: ruleWords[rule] }))
  return <Select label={label} options={options} value={value} onChange={onChange} />
}

interface PresetSelectProps {
  readonly value: string
  readonly onChange: (presetId: string) => void
}

export function PresetSelect({ value, onChange }: PresetSelectProps) {
  const options = presets.map(({ id, title }) => ({ value: id, label: title }))
  return <Select label={startupLabels.ruleSelect.recording} options={options} value={value} onChange={onChange} />
}

const everything = 0
const stretches = [30, 60, 300, 1800].map((seconds) => ({
  value: seconds * 1000,
  label:
    seconds < 60
      ? startupLabels.ruleSelect.keepLastSeconds(String(seconds))
      : startupLabels.ruleSelect.keepLastMinutes(String(seconds / 60)),
}))

interface KeepSelectProps {
  readonly value: number | null
  readonly onChange: (lastMs: number | null) => void
}

/** Everything from the first instruction on, or a flight recorder. */
export function KeepSelect({ value, onChange }: KeepSelectProps) {
  return (
    <Select
      label={startupLabels.ruleSelect.whatIsKept}
      options={[{ value: everything, label: startupLabels.ruleSelect.keepEverything }, ...stretches]}
      value={value ?? everything}
      onChange={(lastMs) => onChange(lastMs === everything ? null : lastMs)}
    />
  )
}

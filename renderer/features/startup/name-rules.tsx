import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { portRules, type NameRule, type PortRule } from '../../../shared/model/port.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { RuleSelect } from './rule-select.tsx'
import styles from './startup-screen.module.css'
import { startupLabels } from './startup-labels.ts'

interface NameRulesProps {
  readonly rules: readonly NameRule[]
  readonly onChange: (rules: readonly NameRule[]) => void
}

/** What happens to programs by their name; the first that fits counts. */
export function NameRules({ rules, onChange }: NameRulesProps) {
  const [pattern, setPattern] = useState('')
  const add = () => {
    const name = pattern.trim()
    if (name === '') return
    onChange([...rules.filter((known) => known.pattern !== name), { pattern: name, rule: 'resume' }])
    setPattern('')
  }
  const change = (index: number, rule: PortRule) =>
    onChange(rules.map((known, at) => (at === index ? { ...known, rule } : known)))
  return (
    <div className={styles.field}>
      <span>{startupLabels.nameRules.rules}</span>
      {rules.map(({ pattern: name, rule }, index) => (
        <div key={name} className={styles.inline}>
          <span className={styles.address}>{name}</span>
          <RuleSelect
            label={startupLabels.nameRules.ruleFor(name)}
            rules={portRules}
            value={rule}
            onChange={(next) => change(index, next)}
          />
          <IconButton
            icon={X}
            size="small"
            label={startupLabels.nameRules.removeTheRuleFor(name)}
            onClick={() => onChange(rules.filter((_known, at) => at !== index))}
          />
        </div>
      ))}
      <div className={styles.inline}>
        <Input
          label={startupLabels.nameRules.nameOfAProgram}
          isMono
          className={styles.grow}
          placeholder="MSBuild*"
          value={pattern}
          onChange={setPattern}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button icon={Plus} onClick={add}>
          {startupLabels.nameRules.addRule}
        </Button>
      </div>
    </div>
  )
}

import { processMoments, type ConditionKind } from '../../../shared/rules/rule.ts'
import { momentWords } from '../../../shared/rules/rule-words.ts'
import { EventFields, ExceptionFields, LogFields } from './counted-conditions.tsx'
import { CounterFields, DurationFields, QueueFields, StatusFields, UsageFields } from './measured-conditions.tsx'
import type { ConditionProps } from './rules-model.ts'
import { Choice, Figure } from './tokens.tsx'
import { ruleLabels } from './rule-labels.ts'

/** What stands behind the kind of a condition in its sentence. */
export function ConditionFields({ condition, onChange }: ConditionProps<ConditionKind>) {
  switch (condition.kind) {
    case 'counter':
      return <CounterFields condition={condition} onChange={onChange} />
    case 'usage':
      return <UsageFields condition={condition} onChange={onChange} />
    case 'thread-pool-queue':
      return <QueueFields condition={condition} onChange={onChange} />
    case 'gc-pause':
      return (
        <>
          {ruleLabels.conditions.isLongerThan}
          <Figure
            label={ruleLabels.conditions.pause}
            unit="ms"
            value={condition.longerThanMs}
            onChange={(longerThanMs) => onChange({ ...condition, longerThanMs })}
          />
        </>
      )
    case 'exception':
      return <ExceptionFields condition={condition} onChange={onChange} />
    case 'log':
      return <LogFields condition={condition} onChange={onChange} />
    case 'http-status':
      return <StatusFields condition={condition} onChange={onChange} />
    case 'http-duration':
      return <DurationFields condition={condition} onChange={onChange} />
    case 'event':
      return <EventFields condition={condition} onChange={onChange} />
    case 'process':
      return (
        <Choice
          label={ruleLabels.conditions.whatHappens}
          value={condition.what}
          options={processMoments.map((value) => ({ value, label: momentWords[value].replace('the process ', '') }))}
          onChange={(what) => onChange({ ...condition, what })}
        />
      )
  }
}

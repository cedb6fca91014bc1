import { FolderOpen, Plus, X } from 'lucide-react'
import { dumpTypeNames } from '../../../shared/model/dump.ts'
import { argumentNames, caseChecklists, recordedQuestions, type RuleAction } from '../../../shared/rules/rule.ts'
import { checklistWords, questionWords } from '../../../shared/rules/rule-words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { chooseProgram } from './rules-commands.ts'
import styles from './rules.module.css'
import { Choice, Span, Words } from './tokens.tsx'
import { ruleLabels } from './rule-labels.ts'

interface ActionFieldsProps {
  readonly action: RuleAction
  readonly onChange: (action: RuleAction) => void
}

const dumpWords = {
  mini: ruleLabels.actions.mini,
  heap: ruleLabels.actions.withHeap,
  triage: ruleLabels.actions.triage,
  full: ruleLabels.actions.full,
} as const

/** What stands behind the kind of an action in its sentence. */
export function ActionFields({ action, onChange }: ActionFieldsProps) {
  switch (action.kind) {
    case 'save-flight':
      return (
        <Span
          label={ruleLabels.actions.howMuchIsKept}
          least={10_000}
          most={1_800_000}
          value={action.lastMs}
          onChange={(lastMs) => onChange({ ...action, lastMs })}
        />
      )
    case 'record':
      return (
        <>
          {ruleLabels.actions.for}
          <Span
            label={ruleLabels.actions.recordingTime}
            least={1000}
            most={600_000}
            value={action.durationMs}
            onChange={(durationMs) => onChange({ ...action, durationMs })}
          />
          <Choice
            label={ruleLabels.actions.whatIsRecorded}
            value={action.preset}
            options={recordedQuestions.map((value) => ({ value, label: questionWords[value] }))}
            onChange={(preset) => onChange({ ...action, preset })}
          />
        </>
      )
    case 'dump':
      return (
        <Choice
          label={ruleLabels.actions.dumpType}
          value={action.type}
          options={dumpTypeNames.map((value) => ({ value, label: dumpWords[value] }))}
          onChange={(type) => onChange({ ...action, type })}
        />
      )
    case 'case':
      return (
        <Choice
          label={ruleLabels.actions.checklist}
          value={action.checklist}
          options={caseChecklists.map((value) => ({ value, label: checklistWords[value] }))}
          onChange={(checklist) => onChange({ ...action, checklist })}
        />
      )
    case 'program':
      return <ProgramFields action={action} onChange={onChange} />
    case 'stacks':
    case 'heap-graph':
    case 'notify':
      return null
  }
}

interface ProgramProps {
  readonly action: Extract<RuleAction, { kind: 'program' }>
  readonly onChange: (action: RuleAction) => void
}

/** Each argument in a field of its own: what is in it is one argument, whatever it contains. */
function ProgramFields({ action, onChange }: ProgramProps) {
  const { path, args } = action
  const setArgument = (at: number, value: string) =>
    onChange({ ...action, args: args.map((argument, index) => (index === at ? value : argument)) })
  return (
    <>
      <Words
        label={ruleLabels.actions.program}
        placeholder={ruleLabels.actions.fullPath}
        isNeeded
        isWide
        value={path}
        onChange={(next) => onChange({ ...action, path: next })}
      />
      <IconButton
        icon={FolderOpen}
        label={ruleLabels.actions.chooseAProgram}
        onClick={() => chooseProgram((chosen) => onChange({ ...action, path: chosen }))}
      />
      {args.map((argument, index) => (
        <span className={styles.argument} key={String(index)}>
          <Words
            label={ruleLabels.actions.numberedArgument(String(index + 1))}
            placeholder={ruleLabels.actions.argumentPlaceholder}
            value={argument}
            onChange={(value) => setArgument(index, value)}
          />
          <IconButton
            icon={X}
            size="small"
            label={ruleLabels.actions.removeArgument(String(index + 1))}
            onClick={() => onChange({ ...action, args: args.filter((_argument, at) => at !== index) })}
          />
        </span>
      ))}
      <Button
        kind="quiet"
        icon={Plus}
        disabled={args.length >= 20}
        title={ruleLabels.actions.argumentNames(argumentNames.join(', '))}
        onClick={() => onChange({ ...action, args: [...args, '{message}'] })}
      >
        {ruleLabels.actions.addArgument}
      </Button>
    </>
  )
}

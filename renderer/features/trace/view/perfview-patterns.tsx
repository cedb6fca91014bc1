import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { patternFault } from '../../../../shared/filter/stack-patterns.ts'
import {
  mostPatternChars,
  type StackPatterns,
  stackPatternFields,
} from '../../../../shared/model/trace/trace-selection.ts'
import { useCommands } from '../../../commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Input } from '../../../ui/controls/input.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { patternLabels } from './selection-words.ts'
import styles from './perfview-patterns.module.css'
import { useTraceView } from './trace-view.ts'
import { useActiveTrace } from './use-active-trace.ts'
import { viewLabels } from './view-labels.ts'

const noPatterns: StackPatterns = { group: '', fold: '', include: '', exclude: '' }
const examples: Readonly<Record<keyof StackPatterns, string>> = {
  group: '[by module] {%}!->$1',
  fold: 'ntdll!%;^System.Private.CoreLib!',
  include: 'OrderService',
  exclude: 'WaitHandle|Monitor.Wait',
}

/** Grouping, folding, including and excluding as somebody knows it from PerfView, and has it in notes of theirs. */
export function PerfViewPatterns() {
  const { selection, select } = useTraceView()
  const isActive = useActiveTrace()
  const [isOpen, setOpen] = useState(false)
  const current = selection.transforms.find((transform) => transform.kind === 'patterns')
  useCommands([
    {
      id: 'trace.perfview-patterns',
      title: viewLabels.perfviewPatterns.applyPatterns,
      group: viewLabels.perfviewPatterns.trace,
      keys: [],
      when: () => isActive,
      run: () => setOpen(true),
    },
  ])
  const apply = ({ group, fold, include, exclude }: StackPatterns): void => {
    setOpen(false)
    const others = selection.transforms.filter(({ kind }) => kind !== 'patterns')
    const isNone = [group, fold, include, exclude].every((list) => list === '')
    const transforms = isNone ? others : [...others, { kind: 'patterns' as const, group, fold, include, exclude }]
    select({ ...selection, transforms })
  }
  return (
    <>
      <IconButton
        icon={ListFilter}
        label={viewLabels.perfviewPatterns.perfViewPatterns}
        onClick={() => setOpen(true)}
      />
      <PatternsDialog
        key={String(isOpen)}
        isOpen={isOpen}
        known={current ?? noPatterns}
        onApply={apply}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

interface PatternsDialogProps {
  readonly isOpen: boolean
  readonly known: StackPatterns
  readonly onApply: (patterns: StackPatterns) => void
  readonly onClose: () => void
}

function PatternsDialog({ isOpen, known, onApply, onClose }: PatternsDialogProps) {
  const [typed, setTyped] = useState(known)
  const fault = patternFault(typed)
  const apply = (): void => {
    if (fault === null) onApply(typed)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={viewLabels.perfviewPatterns.perfViewPatterns}
      description={viewLabels.perfviewPatterns.syntax}
      footer={
        <>
          <Button onClick={onClose}>{viewLabels.perfviewPatterns.cancel}</Button>
          <Button kind="primary" disabled={fault !== null} onClick={apply}>
            {viewLabels.perfviewPatterns.apply}
          </Button>
        </>
      }
    >
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        {stackPatternFields.map((field) => (
          <label key={field} className={styles.field}>
            <span>{patternLabels[field]}</span>
            <Input
              label={patternLabels[field]}
              placeholder={examples[field]}
              value={typed[field]}
              maxLength={mostPatternChars}
              problem={
                fault?.field === field
                  ? viewLabels.perfviewPatterns.notRegularExpression(fault.pattern, fault.reason)
                  : null
              }
              onChange={(text) => setTyped({ ...typed, [field]: text })}
            />
          </label>
        ))}
        {/* Enter applies from every field. */}
        <button type="submit" hidden>
          {viewLabels.perfviewPatterns.apply}
        </button>
      </form>
    </Dialog>
  )
}

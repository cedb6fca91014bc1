import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { OwnCodeRules } from '../../../../shared/model/trace/trace-selection.ts'
import { carriedRules, defaultOwnCodeRules, ruleCount } from '../../../../shared/model/own-code-rules.ts'
import { useCommands } from '../../../commands/use-commands.ts'
import { appStore } from '../../../store/create-store.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { OwnCodeDialog } from './own-code-dialog.tsx'
import { isSwitchedOn, switched } from './switches.ts'
import { useTraceView } from './trace-view.ts'
import { useActiveTrace } from './use-active-trace.ts'
import { viewLabels } from './view-labels.ts'

const labels = viewLabels.ownCodeRules

/** Whose code is what, shown and changed. A narrow window has no room for the button; the command is there all the same. */
export function OwnCodeRulesButton({ hasButton }: { readonly hasButton: boolean }) {
  const { selection, select } = useTraceView()
  const isActive = useActiveTrace()
  const [isOpen, setOpen] = useState(false)
  useCommands([
    {
      id: 'trace.own-code-rules',
      title: labels.open,
      group: labels.trace,
      keys: [],
      when: () => isActive,
      run: () => setOpen(true),
    },
  ])
  const { ownCode: rules = defaultOwnCodeRules } = selection
  const apply = (next: OwnCodeRules, isKept: boolean): void => {
    setOpen(false)
    const isOn = isSwitchedOn(selection, 'own-code')
    select({ ...(isOn ? selection : switched(selection, 'own-code')), ownCode: carriedRules(next) })
    if (isKept) appStore.getState().changeSettings({ ownCode: next })
  }
  return (
    <>
      {hasButton && (
        <IconButton
          icon={ListChecks}
          label={labels.title}
          hint={labels.ownRules(ruleCount(rules))}
          onClick={() => setOpen(true)}
        />
      )}
      <OwnCodeDialog
        key={String(isOpen)}
        isOpen={isOpen}
        rules={rules}
        onApply={apply}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

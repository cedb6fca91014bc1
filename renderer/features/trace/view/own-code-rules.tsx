import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { frameworkModulePatterns } from '../../../../shared/model/module-origin.ts'
import { useCommands } from '../../../commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import styles from './own-code-rules.module.css'
import { useActiveTrace } from './use-active-trace.ts'
import { viewLabels } from './view-labels.ts'

const labels = viewLabels.ownCodeRules
const groups = [
  'base',
  'microsoft',
  'desktop',
  'runtime',
  'generated',
] as const satisfies readonly (keyof typeof frameworkModulePatterns)[]

/** What Just my code leaves out. A narrow window has no room for the button; the command is there all the same. */
export function OwnCodeRules({ hasButton }: { readonly hasButton: boolean }) {
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
  const close = (): void => setOpen(false)
  return (
    <>
      {hasButton && <IconButton icon={ListChecks} label={labels.title} onClick={() => setOpen(true)} />}
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={labels.title}
        description={labels.effect}
        footer={<Button onClick={close}>{labels.close}</Button>}
      >
        <dl className={styles.rules}>
          {groups.map((group) => (
            <div key={group} className={styles.rule}>
              <dt>{labels[group]}</dt>
              <dd>{frameworkModulePatterns[group].join(', ')}</dd>
            </div>
          ))}
          <div className={styles.rule}>
            <dt>{labels.unnamed}</dt>
            <dd>{labels.unnamedRule}</dd>
          </div>
        </dl>
        <p className={styles.note}>{labels.wildcard}</p>
      </Dialog>
    </>
  )
}

import { HardDriveDownload, Pause } from 'lucide-react'
import { useEffect } from 'react'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectDumpView, type DumpView } from '../../store/dump-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { errorSentences } from '../../../shared/words/error-wording.ts'
import { Icon } from '../../ui/icon.tsx'
import { CheckList } from './check-list.tsx'
import { beginDump, startDump } from './dump-commands.ts'
import type { DumpProps } from './dump-props.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import styles from './dump-screen.module.css'
import { PlaceFields } from './place-fields.tsx'
import { TypeCards } from './type-cards.tsx'
import { dumpLabels } from './dump-labels.ts'

/** Before the dump: its type, what was checked, where it goes. */
export function DumpPlan({ documentId, target }: DumpProps) {
  useEffect(() => beginDump(documentId, target), [documentId, target])
  useCommands([
    {
      id: 'dump.take',
      title: dumpLabels.plan.takeDump,
      group: dumpLabels.plan.dump,
      keys: ['Mod+Enter'],
      when: () => appStore.getState().activeDocumentId === documentId && refusal(documentId) === null,
      run: () => startDump(documentId, target),
    },
  ])
  return (
    <div className={styles.screen}>
      <div className={styles.main}>
        <PageHeader title={dumpLabels.plan.title(target.name)} detail={`PID ${String(target.pid)}`}>
          <Chip tone="warn" icon={Pause}>
            {dumpLabels.plan.suspends}
          </Chip>
        </PageHeader>
        <div className={styles.body}>
          <TypeCards documentId={documentId} target={target} />
          <CheckList documentId={documentId} target={target} />
        </div>
      </div>
      <aside className={styles.side} aria-label={dumpLabels.plan.placeAndStart}>
        <div className={styles.sideBody}>
          <PlaceFields documentId={documentId} target={target} />
          <div className={styles.impact}>
            <Icon icon={Pause} size={18} />
            <div>
              <div className={styles.impactTitle}>{dumpLabels.plan.suspendsUntilWritten(target.name)}</div>
              <p className={styles.hint}>{dumpLabels.plan.suspendsHint}</p>
            </div>
          </div>
        </div>
        <Foot documentId={documentId} target={target} />
      </aside>
    </div>
  )
}

function Foot({ documentId, target }: DumpProps) {
  const view = useApp(selectDumpView(documentId))
  const problem = refusalOf(view)
  return (
    <div className={styles.foot}>
      {view.startError !== null && (
        <p className={styles.bad} role="alert">
          {dumpLabels.plan.notStarted(errorSentences(view.startError))}
        </p>
      )}
      {problem !== null && (
        <p className={styles.footNote} id={`${documentId}-problem`}>
          {problem}
        </p>
      )}
      <div className={styles.footButtons}>
        <Button onClick={() => appStore.getState().closeDocument(documentId)}>{dumpLabels.plan.cancel}</Button>
        <Button
          kind="primary"
          icon={HardDriveDownload}
          shortcut={showKeys('Mod+Enter', isMac)}
          disabled={problem !== null || view.isStarting}
          aria-describedby={problem === null ? undefined : `${documentId}-problem`}
          onClick={() => startDump(documentId, target)}
        >
          {dumpLabels.plan.takeDump}
        </Button>
      </div>
    </div>
  )
}

function refusal(documentId: string): string | null {
  return refusalOf(selectDumpView(documentId)(appStore.getState()))
}

/** Why the button cannot be pressed; null when it can. */
function refusalOf(view: DumpView): string | null {
  if (view.folder === '') return dumpLabels.plan.enterAFolder
  if (view.fileName === '') return dumpLabels.plan.enterAFileName
  if (view.checkError !== null) return dumpLabels.plan.couldntRunChecks
  if (view.preflight === null) return dumpLabels.plan.checking
  const { length } = view.preflight.blockers
  if (length > 0) return length === 1 ? dumpLabels.plan.resolveOne : dumpLabels.plan.resolveMany(String(length))
  return null
}

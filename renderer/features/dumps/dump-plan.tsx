import { HardDriveDownload, Pause } from 'lucide-react'
import { useEffect } from 'react'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectDumpView, type DumpView } from '../../store/dump-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { wordError } from '../../../shared/words/error-wording.ts'
import { Icon } from '../../ui/icon.tsx'
import { CheckList } from './check-list.tsx'
import { beginDump, startDump } from './dump-commands.ts'
import type { DumpProps } from './dump-props.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import styles from './dump-screen.module.css'
import { PlaceFields } from './place-fields.tsx'
import { TypeCards } from './type-cards.tsx'

/** Before the dump: its type, what was checked, where it goes. */
export function DumpPlan({ documentId, target }: DumpProps) {
  useEffect(() => beginDump(documentId, target), [documentId, target])
  useCommands([
    {
      id: 'dump.take',
      title: 'Take dump',
      group: 'Dump',
      keys: ['Mod+Enter'],
      when: () => appStore.getState().activeDocumentId === documentId && refusal(documentId) === null,
      run: () => startDump(documentId, target),
    },
  ])
  return (
    <div className={styles.screen}>
      <div className={styles.main}>
        <PageHeader title={`Dump ${target.name}`} detail={`PID ${String(target.pid)}`}>
          <Chip tone="warn" icon={Pause}>
            Suspends the process while writing
          </Chip>
        </PageHeader>
        <div className={styles.body}>
          <TypeCards documentId={documentId} target={target} />
          <CheckList documentId={documentId} target={target} />
        </div>
      </div>
      <aside className={styles.side} aria-label="Place and start">
        <div className={styles.sideBody}>
          <PlaceFields documentId={documentId} target={target} />
          <div className={styles.impact}>
            <Icon icon={Pause} size={18} />
            <div>
              <div className={styles.impactTitle}>{`Suspends ${target.name} until the file is written`}</div>
              <p className={styles.hint}>
                The process answers no requests meanwhile, and a health check may restart it. It cannot be cancelled.
                The process itself isn’t changed.
              </p>
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
  const error = view.startError === null ? null : wordError(view.startError)
  const problem = refusalOf(view)
  return (
    <div className={styles.foot}>
      {error !== null && (
        <p className={styles.bad} role="alert">{`Dump not started. ${error.what}: ${error.why} ${error.next}`}</p>
      )}
      {problem !== null && (
        <p className={styles.footNote} id={`${documentId}-problem`}>
          {problem}
        </p>
      )}
      <div className={styles.footButtons}>
        <Button onClick={() => appStore.getState().closeDocument(documentId)}>Cancel</Button>
        <Button
          kind="primary"
          icon={HardDriveDownload}
          shortcut={showKeys('Mod+Enter', isMac)}
          disabled={problem !== null || view.isStarting}
          aria-describedby={problem === null ? undefined : `${documentId}-problem`}
          onClick={() => startDump(documentId, target)}
        >
          Take dump
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
  if (view.folder === '') return 'Enter a folder.'
  if (view.fileName === '') return 'Enter a file name.'
  if (view.checkError !== null) return 'The checks couldn’t be run.'
  if (view.preflight === null) return 'Checking…'
  const { length } = view.preflight.blockers
  if (length > 0)
    return length === 1 ? 'Resolve 1 blocker to take the dump.' : `Resolve ${String(length)} blockers to take the dump.`
  return null
}

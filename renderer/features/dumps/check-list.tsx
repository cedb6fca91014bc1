import { CircleCheck, CircleX, RefreshCw, TriangleAlert } from 'lucide-react'
import { useApp } from '../../store/create-store.ts'
import { selectDumpView } from '../../store/dump-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { checksOf, type Check, type CheckFix, type CheckState } from './dump-checks.ts'
import { applyFix, checkDump } from './dump-commands.ts'
import type { DumpProps } from './dump-props.ts'
import styles from './check-list.module.css'

const icons = { stops: CircleX, note: TriangleAlert, passed: CircleCheck } as const
const stateWords: Readonly<Record<CheckState, string>> = {
  stops: 'Blocker',
  note: 'Note',
  passed: 'Passed',
}
const fixWords: Readonly<Record<CheckFix, string>> = {
  overwrite: 'Replace the file',
  'new-name': 'Use another name',
  'suggested-folder': 'Use the default folder',
  'choose-full': 'Choose Full',
  resume: 'Resume',
}

/** Everything that can be known before, with a remedy where there is one. */
export function CheckList({ documentId, target }: DumpProps) {
  const view = useApp(selectDumpView(documentId))
  const row = useApp((state) => state.processRows.find(({ key }) => key === target.processKey) ?? null)
  const isRecording = useApp((state) =>
    state.mainJobs.some(
      ({ kind, state: now, target: of }) =>
        now === 'running' && kind !== 'dump' && of?.processKey === target.processKey,
    ),
  )
  const { preflight, suggestedFolder, folder, checkError } = view
  const checks = preflight === null ? null : checksOf(preflight, row, { isRecording, suggestedFolder, folder })
  const count = (state: CheckState) => checks?.filter((check) => check.state === state).length ?? 0
  return (
    <section aria-label="Checks before the dump" aria-busy={view.isChecking}>
      <header className={styles.head}>
        <h2 className={styles.heading}>Checks before the dump</h2>
        <span className="grow" />
        {count('stops') > 0 && (
          <Chip tone="bad" icon={CircleX}>{`${String(count('stops'))} blocker${count('stops') === 1 ? '' : 's'}`}</Chip>
        )}
        {count('note') > 0 && (
          <Chip
            tone="warn"
            icon={TriangleAlert}
          >{`${String(count('note'))} note${count('note') === 1 ? '' : 's'}`}</Chip>
        )}
        {count('passed') > 0 && <Chip tone="ok" icon={CircleCheck}>{`${String(count('passed'))} passed`}</Chip>}
        <Button kind="quiet" icon={RefreshCw} onClick={() => checkDump(documentId, target)}>
          Check again
        </Button>
      </header>
      {checkError !== null && <ErrorState error={checkError} title="The checks couldn’t be run" />}
      {checks === null && checkError === null && <Skeleton width="100%" height={120} />}
      {checks !== null && (
        <ul className={styles.checks}>
          {checks.map((check) => (
            <CheckRow key={check.id} check={check} onFix={(fix) => applyFix(documentId, target, fix)} />
          ))}
        </ul>
      )}
      <p className={styles.hint}>
        The process’s runtime writes the file, so the folder is checked with the process’s user and file system. Nothing
        is sent to the process before the dump.
      </p>
    </section>
  )
}

function CheckRow({ check, onFix }: { readonly check: Check; readonly onFix: (fix: CheckFix) => void }) {
  return (
    <li className={styles.check} data-state={check.state}>
      <Icon icon={icons[check.state]} className={styles.mark} />
      <span className="visually-hidden">{stateWords[check.state]}</span>
      <span className={styles.name}>{check.title}</span>
      <span className={styles.text}>{check.text}</span>
      {check.fixes.map((fix) => (
        <Button key={fix} size="small" onClick={() => onFix(fix)}>
          {fixWords[fix]}
        </Button>
      ))}
    </li>
  )
}

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
import { dumpLabels } from './dump-labels.ts'

const icons = { stops: CircleX, note: TriangleAlert, passed: CircleCheck } as const
const stateWords: Readonly<Record<CheckState, string>> = {
  stops: dumpLabels.checkList.blocker,
  note: dumpLabels.checkList.note,
  passed: dumpLabels.checkList.passed,
}
const fixWords: Readonly<Record<CheckFix, string>> = {
  overwrite: dumpLabels.checkList.replaceTheFile,
  'new-name': dumpLabels.checkList.useAnotherName,
  'suggested-folder': dumpLabels.checkList.useTheDefaultFolder,
  'choose-full': dumpLabels.checkList.chooseFull,
  resume: dumpLabels.checkList.resume,
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
    <section aria-label={dumpLabels.checkList.checksBeforeTheDump} aria-busy={view.isChecking}>
      <header className={styles.head}>
        <h2 className={styles.heading}>{dumpLabels.checkList.checksBeforeTheDump}</h2>
        <span className="grow" />
        {count('stops') > 0 && (
          <Chip tone="bad" icon={CircleX}>
            {dumpLabels.checkList.blockers(count('stops'))}
          </Chip>
        )}
        {count('note') > 0 && (
          <Chip tone="warn" icon={TriangleAlert}>
            {dumpLabels.checkList.notes(count('note'))}
          </Chip>
        )}
        {count('passed') > 0 && (
          <Chip tone="ok" icon={CircleCheck}>
            {dumpLabels.checkList.passedCount(count('passed'))}
          </Chip>
        )}
        <Button kind="quiet" icon={RefreshCw} onClick={() => checkDump(documentId, target)}>
          {dumpLabels.checkList.checkAgain}
        </Button>
      </header>
      {checkError !== null && <ErrorState error={checkError} title={dumpLabels.checkList.couldntRun} />}
      {checks === null && checkError === null && <Skeleton width="100%" height={120} />}
      {checks !== null && (
        <ul className={styles.checks}>
          {checks.map((check) => (
            <CheckRow key={check.id} check={check} onFix={(fix) => applyFix(documentId, target, fix)} />
          ))}
        </ul>
      )}
      <p className={styles.hint}>{dumpLabels.checkList.explanation}</p>
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

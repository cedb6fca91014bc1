import {
  formatBytes,
  formatDateTime,
  formatDuration,
  plainQuantity,
  quantityText,
} from '../../../shared/base/format.ts'
import type { DoneAction, DoneFile, Fired } from '../../../shared/model/rules.ts'
import { openHeapGraph, openRecording, revealFile } from '../../commands/page-actions.ts'
import { useApp } from '../../store/create-store.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { actionReason, outcomeTones, outcomeWords, skippedText } from './rule-words.ts'
import { ruleLabels } from './rule-labels.ts'
import styles from './rules.module.css'
import { TableHead } from '../../ui/layout/table-head.tsx'

/** What a rule did, newest first: what was reached, what it made and what that took. */
export function FiredPane({ lines }: { readonly lines: readonly Fired[] }) {
  const firedCount = lines.filter(({ outcome }) => outcome !== 'skipped').length
  return (
    <section className={styles.pane} aria-label={ruleLabels.fired.title}>
      <header className={styles.paneHead}>
        <h2 className={styles.subtitle}>{ruleLabels.fired.title}</h2>
        <span className="muted">{lines.length === 0 ? ruleLabels.fired.neverSoFar : timesText(firedCount)}</span>
      </header>
      {lines.length > 0 && (
        <table className={styles.table}>
          <colgroup>
            <col style={{ width: '16%' }} />
            <col style={{ width: '18%' }} />
            <col style={{ width: '22%' }} />
            <col />
            <col style={{ width: '13%' }} />
          </colgroup>
          <TableHead
            columns={[
              ruleLabels.fired.when,
              ruleLabels.fired.process,
              ruleLabels.fired.reached,
              ruleLabels.fired.actions,
              ruleLabels.fired.outcome,
            ]}
          />
          <tbody>
            {lines.map((line) => (
              <FiredRow key={line.id} line={line} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function timesText(count: number): string {
  return count === 1 ? ruleLabels.fired.once : ruleLabels.fired.times(String(count))
}

function FiredRow({ line }: { readonly line: Fired }) {
  const display = useApp(({ settings }) => settings.timeDisplay)
  return (
    <tr>
      <td className="tabular">{formatDateTime(line.atMs, display)}</td>
      <td>{ruleLabels.fired.processAndPid(line.processName, String(line.pid))}</td>
      <td title={line.message === '' ? line.condition : `${line.condition}: ${line.message}`}>
        {reachedText(line)}
        {line.message !== '' && <span className={styles.message}>{line.message}</span>}
      </td>
      <td>
        {line.outcome === 'skipped' ? (
          <span className="muted">{skippedText(line)}</span>
        ) : (
          <ul className={styles.done}>
            {line.actions.map((action, index) => (
              <DoneRow key={String(index)} action={action} />
            ))}
          </ul>
        )}
      </td>
      <td>
        <Chip tone={outcomeTones[line.outcome]}>{outcomeWords[line.outcome]}</Chip>
      </td>
    </tr>
  )
}

function reachedText({ reached, heldMs, condition }: Fired): string {
  if (reached === '') return condition
  return heldMs === 0 ? reached : ruleLabels.fired.reachedFor(reached, quantityText(formatDuration(heldMs)))
}

function doneText({ text, state, reason, durationMs }: DoneAction): string {
  const action = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  const time = quantityText(formatDuration(durationMs))
  return ruleLabels.fired.actionStates[state](action, time, actionReason(reason ?? ''))
}

function DoneRow({ action }: { readonly action: DoneAction }) {
  const { files } = action
  return (
    <li>
      <span>{doneText(action)}</span>
      {files.map((file) => (
        <span key={file.path}>
          <FileLink file={file} />
          {file.gapMs !== undefined && (
            <span className={styles.message}>{ruleLabels.fired.gap(plainQuantity(formatDuration(file.gapMs)))}</span>
          )}
        </span>
      ))}
    </li>
  )
}

function FileLink({ file }: { readonly file: DoneFile }) {
  const name = file.path.split(/[/\\]/).at(-1) ?? file.path
  return (
    <Button
      kind="link"
      title={`${file.path}, ${quantityText(formatBytes(file.sizeBytes))}`}
      onClick={() => open(file.path)}
    >
      {name}
    </Button>
  )
}

function open(path: string): void {
  if (/\.(?:txt|zip)$/.test(path)) revealFile(path)
  else if (path.includes('_heap')) openHeapGraph(path)
  else openRecording(path)
}

import {
  Check,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  LoaderCircle,
  Pause,
  TriangleAlert,
} from 'lucide-react'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import { isFine, type StepState } from '../../../shared/case/case-document.ts'
import { impactOf, isGentle } from '../../../shared/case/step-impact.ts'
import type { CaseState, CaseStepState } from '../../../shared/model/cases.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon, type LucideIcon } from '../../ui/icon.tsx'
import { retryStep, skipStep } from './case-commands.ts'
import { impactWords, planText, runningText, shareOf, stateWords, tookText } from './case-words.ts'
import { caseLabels } from './case-labels.ts'
import tones from '../../ui/layout/tones.module.css'
import styles from './cases.module.css'

const icons: Readonly<Record<StepState, LucideIcon>> = {
  waiting: CircleDashed,
  running: LoaderCircle,
  done: CircleCheck,
  partial: TriangleAlert,
  failed: CircleX,
  'not-requested': CircleMinus,
  'not-applicable': CircleMinus,
  cancelled: TriangleAlert,
  interrupted: TriangleAlert,
}
const toneOf = { ok: tones.ok, warn: tones.warn, bad: tones.bad, accent: styles.running, absent: styles.absent }

/** The state of every step, and the way to try again what failed. Steps that nobody asked for are left out. */
export function StepList({ shown, nowMs }: { readonly shown: CaseState; readonly nowMs: number }) {
  const steps = shown.steps.filter(({ state }) => state !== 'not-requested')
  return (
    <ul className={styles.steps} aria-label={caseLabels.steps.steps}>
      {steps.map((step) => (
        <StepRow key={`${step.kind} ${String(step.process)}`} shown={shown} step={step} nowMs={nowMs} />
      ))}
    </ul>
  )
}

interface StepRowProps {
  readonly shown: CaseState
  readonly step: CaseStepState
  readonly nowMs: number
}

function StepRow({ shown, step, nowMs }: StepRowProps) {
  const { kind, process, title, state, reason } = step
  const [word, tone] = stateWords[state]
  const impact = impactOf(kind)
  const isCalm = isGentle(impact)
  const of = shown.processes.length === 1 ? '' : ` · ${processText(shown.processes, process)}`
  return (
    <li
      className={cx(
        styles.step,
        !isCalm && styles.amber,
        state === 'running' && styles.runningStep,
        state === 'failed' && styles.failedStep,
      )}
      data-step={kind}
      data-state={state}
    >
      <span className={styles.stepTitle}>
        <Icon
          icon={icons[state]}
          size={16}
          className={cx(toneOf[tone as keyof typeof toneOf], state === 'running' && styles.turning)}
        />
        <span>{`${title}${of}`}</span>
        <span className="visually-hidden">{word}</span>
      </span>
      <span className={styles.stepText}>
        {state === 'running' ? (
          <Running step={step} nowMs={nowMs} />
        ) : (
          (reason ?? (filesText(shown, step) || planText(shown.checklist, kind)))
        )}
      </span>
      <span className={cx(styles.impact, isCalm ? tones.ok : tones.warn)}>
        <Icon icon={isCalm ? Check : Pause} size={12} />
        {impactWords[impact]}
      </span>
      <span className={styles.size}>{sizeText(shown, step)}</span>
      <span className={styles.time}>
        <StepAction shown={shown} step={step} />
      </span>
    </li>
  )
}

/** With its process ID where another one has the same name. */
function processText(processes: CaseState['processes'], at: number): string {
  const process = processes[at]
  if (process === undefined) return ''
  const isAmbiguous = processes.some(({ name }, index) => index !== at && name === process.name)
  return isAmbiguous ? `${process.name} ${String(process.pid)}` : process.name
}

function StepAction({ shown, step }: Omit<StepRowProps, 'nowMs'>) {
  const { kind, process, title, state } = step
  const isIdle = shown.phase === 'collected' || shown.phase === 'packed'
  // Findings and log messages are made of the recording when the package is.
  const isOfPackage = kind === 'findings' || kind === 'logs'
  if (state === 'waiting' && shown.phase === 'collecting' && !isOfPackage)
    return (
      <Button
        size="small"
        kind="quiet"
        aria-label={caseLabels.steps.skipStep(title)}
        onClick={() => skipStep(shown.id, kind, process)}
      >
        {caseLabels.steps.skip}
      </Button>
    )
  if (isIdle && !isFine(state) && state !== 'waiting' && !isOfPackage)
    return (
      <Button
        size="small"
        aria-label={caseLabels.steps.tryStepAgain(title)}
        onClick={() => retryStep(shown.id, kind, process)}
      >
        {caseLabels.steps.tryAgain}
      </Button>
    )
  return tookText(step)
}

function Running({ step, nowMs }: { readonly step: CaseStepState; readonly nowMs: number }) {
  const share = shareOf(step, nowMs)
  return (
    <>
      <span
        className={styles.bar}
        role="progressbar"
        aria-label={step.title}
        {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
      >
        <span
          className={share === null ? styles.stripe : styles.fill}
          style={{ width: `${String((share ?? 1) * 100)}%` }}
        />
      </span>
      {runningText(step, nowMs)}
    </>
  )
}

const partsOf = ({ files }: CaseState, { kind, process }: CaseStepState) =>
  files.filter((file) => file.step === kind && file.process === process)

function filesText(shown: CaseState, step: CaseStepState): string {
  return partsOf(shown, step)
    .map(({ name }) => name)
    .join(', ')
}

function sizeText(shown: CaseState, step: CaseStepState): string {
  const parts = partsOf(shown, step)
  const bytes = parts.length === 0 ? null : parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return bytes === null ? '' : quantityText(formatBytes(bytes))
}
